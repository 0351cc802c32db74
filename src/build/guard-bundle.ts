import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import type { Language } from '../model/languages.ts'
import { type Chunk, chunksOf, withImports } from './bundle.ts'
import { COMPILED_AHEAD, FIRST_CHUNK } from './chunks.ts'

/** Limit for the scripts and styles of a first visit, in bytes after gzip. */
const FIRST_LOAD_LIMIT = 128 * 1024
/** Above it, the build warns. */
const FIRST_LOAD_WARNING = 124 * 1024

/** Code that must never be in the page. */
const SERVICE_CODE =
  /\/src\/service\/|\/node_modules\/(hono|@hono|msw|@photostructure|pg|undici|pino|prom-client|kysely)\//

/**
 * Fails the build when the first load is too large, or when it contains code of the service or the
 * tests.
 */
export function guardBundle(language: Language): Plugin {
  return {
    name: 'guard-bundle',
    // Texts are longer in the pseudo language of the tests.
    apply: (_, { mode, command }) => command === 'build' && mode !== 'pseudo',
    generateBundle: {
      // The style sheet comes last.
      order: 'post',
      handler(_, bundle) {
        const chunks = chunksOf(bundle)
        const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules))
        const foreign = modules.filter((id) => SERVICE_CODE.test(id))
        if (foreign.length > 0) this.error(`The page contains other code: ${foreign.join(', ')}`)
        const missing = COMPILED_AHEAD.filter(
          (name) => !chunks.some((chunk) => chunk.name === name),
        )
        if (missing.length > 0) this.error(`No chunk is named ${missing.join(', ')}`)
        const bytes = firstLoadSize(bundle, chunks)
        const report = `first load (${language}): ${kilobytes(bytes)} gzip of ${kilobytes(FIRST_LOAD_LIMIT)}`
        if (bytes > FIRST_LOAD_LIMIT) this.error(`Too large: ${report}`)
        this[levelOf(bytes)](report)
      },
    },
  }
}

function levelOf(bytes: number): 'info' | 'warn' {
  return bytes > FIRST_LOAD_WARNING ? 'warn' : 'info'
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}

/** In bytes after gzip. */
function firstLoadSize(
  bundle: Readonly<Record<string, BundleFile>>,
  chunks: readonly Chunk[],
): number {
  const first = chunks.filter(({ isEntry, name }) => isEntry || name === FIRST_CHUNK)
  const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'))
  const files = [...styles, ...withImports(first, chunks)]
  return files.reduce((bytes, name) => bytes + gzipSize(bundle[name]), 0)
}

interface BundleFile {
  type: 'chunk' | 'asset'
  code?: string
  source?: string | Uint8Array
}

function gzipSize(file: BundleFile | undefined): number {
  return gzipSync(file?.code ?? file?.source ?? '', { level: 9 }).byteLength
}
