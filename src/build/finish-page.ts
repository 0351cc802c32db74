import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import type { Language } from '../model/languages.ts'
import { pageFingerprint, STAMP } from '../service/web/page-build.ts'
import { isLastBuild } from './page-language.ts'

/**
 * Writes compressed copies for the web server, and the stamp with which it recognizes an outdated
 * page.
 */
export function finishPage(language: Language): Plugin {
  return {
    name: 'finish-page',
    apply: 'build',
    writeBundle(options, bundle) {
      const directory = options.dir ?? 'dist'
      for (const name of Object.keys(bundle)) {
        if (!/\.(js|css|html|svg)$/.test(name)) continue
        const bytes = readFileSync(join(directory, name))
        writeFileSync(join(directory, `${name}.gz`), gzipSync(bytes, { level: 9 }))
        writeFileSync(join(directory, `${name}.br`), brotliCompressSync(bytes))
      }
      if (isLastBuild(language)) writeFileSync(join(directory, STAMP), pageFingerprint())
    },
  }
}
