import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { pageFingerprint, STAMP } from './src/service/page-build.ts'
import { SlowFirst } from './test/support/slow-first.ts'

/** Most that a first visit may load in scripts and styles, in bytes after gzip. */
const FIRST_LOAD_LIMIT = 130 * 1024

/** The first screens: each one counts with everything that it needs, though it is loaded beside the entry. */
const FIRST_SCREENS = ['/src/features/connect/ConnectScreen.tsx', '/src/features/board/BoardScreen.tsx']

/** What every screen needs: as one file it is 6.7 KB smaller after gzip than as the dozen that would be split off. */
const CORE =
  /\/node_modules\/(react|react-dom|scheduler|@tanstack\/(query-core|react-query)|zustand|idb-keyval)\/|\/src\/(client|contract(?!\/inspect)|model|queries(?!\/((label|write)-(batch|writes|answers)|(edit-card|send)-labels|understand|deprecation))|state)\/|\/src\/ui\/(Button|ErrorBoundary|ErrorCard|Icon|LazyBoundary|LazyMenu|lazy-part|render-count|top-dialog)\./

/** Fails the build when the first load is too heavy, or when code of the service or of the tests is in the page. */
function guardBundle(): Plugin {
  return {
    name: 'guard-bundle',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
      const foreign = chunks.flatMap((chunk) =>
        Object.keys(chunk.modules).filter((id) =>
          /\/src\/service\/|\/node_modules\/(hono|@hono|msw|libsql|kysely)\//.test(id),
        ),
      )
      if (foreign.length > 0) this.error(`The page's bundle holds code that is not the page's: ${foreign.join(', ')}`)
      const entry = chunks.filter((chunk) => chunk.isEntry)
      const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'))
      for (const screen of FIRST_SCREENS) {
        const own = chunks.filter((chunk) => Object.keys(chunk.modules).some((id) => id.endsWith(screen)))
        if (own.length === 0) this.error(`No chunk holds ${screen}`)
        const needed = new Set(styles)
        const visit = (fileName: string): void => {
          const file = bundle[fileName]
          if (needed.has(fileName) || file?.type !== 'chunk') return
          needed.add(fileName)
          file.imports.forEach(visit)
        }
        for (const chunk of [...entry, ...own]) visit(chunk.fileName)
        let total = 0
        for (const name of needed) {
          const file = bundle[name]
          total += gzipSync(file?.type === 'chunk' ? file.code : (file?.source ?? ''), { level: 9 }).byteLength
        }
        const text = `first load up to ${screen}: ${(total / 1024).toFixed(1)} KB gzip of ${FIRST_LOAD_LIMIT / 1024} KB`
        if (total > FIRST_LOAD_LIMIT) this.error(`The page is too heavy: ${text}`)
        this.info(text)
      }
    },
  }
}

/** Writes the compressed twins that the web server sends, and the stamp that tells it what the page was built from. */
function finishPage(): Plugin {
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
      writeFileSync(join(directory, STAMP), pageFingerprint())
    },
  }
}

/** `npm run dev` answers /v1 with the embedded service. */
function embeddedService(): Plugin {
  return {
    name: 'embedded-service',
    apply: (_, { command, isPreview }) => command === 'serve' && !isPreview && !process.env.VITEST,
    async configureServer(server) {
      const { createDevHandler } = await server.ssrLoadModule('/src/service/dev-service.ts')
      const handle = await createDevHandler()
      server.middlewares.use((request, response, next) => {
        if (request.url?.startsWith('/v1/')) handle(request, response)
        else next()
      })
    },
  }
}

/** What the component tests of board, picker and labels run on beside our own service: each file is one way to differ. */
const DIALECTS = readdirSync('test/support/dialects')
  .map((name) => name.replace(/\.ts$/, ''))
  .filter((name) => name !== 'dialect')

const COMPONENT = {
  environment: 'jsdom',
  setupFiles: 'test/support/component-setup.ts',
  testTimeout: 20_000,
  // Most of a short file's time would go into loading the page anew.
  isolate: false,
} as const

export default defineConfig({
  plugins: [react(), tailwindcss(), embeddedService(), guardBundle(), finishPage()],
  build: {
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'core', test: CORE }] } } },
  },
  test: {
    // The default leaves one of two cores idle.
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/{contract,model}/**/*.test.ts', 'test/architecture.test.ts'],
        },
      },
      { extends: true, test: { name: 'service', include: ['test/service/**/*.test.ts'], testTimeout: 60_000 } },
      {
        extends: true,
        test: {
          ...COMPONENT,
          name: 'component',
          include: ['test/{app,client,features,queries,state,ui}/**/*.test.{ts,tsx}'],
        },
      },
      ...DIALECTS.map((dialect) => ({
        extends: true as const,
        test: {
          ...COMPONENT,
          name: `dialect-${dialect}`,
          include: ['test/app/{board-states,moves,live,keys,switching,labels,label-manager}.test.tsx'],
          provide: { dialect },
        },
      })),
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
