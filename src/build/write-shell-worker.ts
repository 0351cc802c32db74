import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { minify, type Plugin, transformWithOxc } from 'vite'
import { fileIn, type Language } from '../model/languages.ts'

const SOURCE = fileURLToPath(new URL('../shell-worker.ts', import.meta.url))

/** At the root: a service worker answers only for what is below its own path. */
const FILE = 'shell-worker.js'

/**
 * Writes the service worker with the list of the files that it keeps. Each language has its own:
 * when a person chooses another one, the page registers its worker in place of the other.
 */
export function writeShellWorker(language: Language): Plugin {
  return {
    name: 'write-shell-worker',
    apply: 'build',
    generateBundle: {
      // The names of all other files are known.
      order: 'post',
      async handler(_, bundle) {
        const files = Object.keys(bundle)
          .filter((name) => /^assets\/.*\.(js|css|woff2)$/.test(name))
          .map((name) => `/${name}`)
          .sort()
        const { 'index.html': page } = bundle
        const html = page?.type === 'asset' ? page.source : ''
        const hash = createHash('sha256').update(files.join()).update(html)
        const version = hash.digest('hex').slice(0, 12)
        const shell = `const SHELL = ${JSON.stringify({ version, files })};`
        const script = await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE)
        const { code } = await minify(FILE, `${shell}\n${script.code}`)
        this.emitFile({ type: 'asset', fileName: fileIn(language, FILE), source: code })
      },
    },
  }
}
