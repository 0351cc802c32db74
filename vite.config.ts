import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { pageFingerprint, STAMP } from './src/service/web/page-build.ts'

/** Limit for the scripts and styles of a first visit, in bytes after gzip. */
const FIRST_LOAD_LIMIT = 110 * 1024
/** Above it, the build warns. */
const FIRST_LOAD_WARNING = 106 * 1024

/** The first screens. Each counts with everything that it imports. */
const FIRST_SCREENS = [
  '/src/features/keys/ConnectScreen.tsx',
  '/src/features/board/BoardScreen.tsx',
]

/** Code that must never be in the page. */
const SERVICE_CODE =
  /\/src\/service\/|\/node_modules\/(hono|@hono|msw|@photostructure|pg|undici|pino|prom-client|kysely)\//

/**
 * Fails the build when the first load is too large, or when it contains code of the service or the
 * tests.
 */
function guardBundle(): Plugin {
  return {
    name: 'guard-bundle',
    apply: 'build',
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
        for (const screen of FIRST_SCREENS) {
          const bytes = firstLoadSize(bundle, chunks, screen) ?? Number.POSITIVE_INFINITY
          const report = `first load up to ${screen}: ${kilobytes(bytes)} gzip of ${kilobytes(FIRST_LOAD_LIMIT)}`
          if (bytes > FIRST_LOAD_LIMIT) this.error(`Too large: ${report}`)
          this[levelOf(bytes)](report)
        }
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

/** The parts of a chunk that say what loads with it. */
interface Chunk {
  fileName: string
  isEntry: boolean
  imports: readonly string[]
  modules: Readonly<Record<string, unknown>>
}

/** In bytes after gzip. Undefined when no chunk contains the screen. */
function firstLoadSize(
  bundle: Readonly<Record<string, BundleFile>>,
  chunks: readonly Chunk[],
  screen: string,
): number | undefined {
  const own = chunks.filter((chunk) => Object.keys(chunk.modules).some((id) => id.endsWith(screen)))
  if (own.length === 0) return undefined
  const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'))
  const scripts = withImports([...chunks.filter(({ isEntry }) => isEntry), ...own], chunks)
  return [...styles, ...scripts].reduce((bytes, name) => bytes + gzipSize(bundle[name]), 0)
}

function chunksOf<File extends { type: string }>(bundle: Readonly<Record<string, File>>) {
  const isChunk = (file: File): file is Extract<File, { type: 'chunk' }> => file.type === 'chunk'
  return Object.values(bundle).filter(isChunk)
}

/** The names of these chunks and of all that they import. */
function withImports(own: readonly Chunk[], chunks: readonly Chunk[]): Set<string> {
  const files = new Set<string>()
  const add = (fileName: string): void => {
    const chunk = chunks.find((candidate) => candidate.fileName === fileName)
    if (!chunk || files.has(fileName)) return
    files.add(fileName)
    for (const name of chunk.imports) add(name)
  }
  for (const chunk of own) add(chunk.fileName)
  return files
}

interface BundleFile {
  type: 'chunk' | 'asset'
  code?: string
  source?: string | Uint8Array
}

function gzipSize(file: BundleFile | undefined): number {
  return gzipSync(file?.code ?? file?.source ?? '', { level: 9 }).byteLength
}

/**
 * Writes compressed copies for the web server, and the stamp with which it recognizes an outdated
 * page.
 */
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

/**
 * The browser loads everything up to the board together: no file waits for another. The boot module
 * runs as soon as it is there.
 */
function preloadFirstLoad(): Plugin {
  return {
    name: 'preload-first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle, chunk: entry }) {
        const chunks = chunksOf(bundle ?? {})
        const named = (name: string) => {
          const found = chunks.find((chunk) => chunk.name === name)
          if (!found) throw new Error(`No chunk is named ${name}.`)
          return found
        }
        const boot = chunks.find(({ modules }) => Object.hasOwn(modules, BOOT))
        if (!boot) throw new Error('No chunk has the boot module.')
        const files = withImports([named(APP_CHUNK), named(BOARD_CHUNK)], chunks)
        const early = [boot.fileName, named(REACT_CHUNK).fileName]
        const others = [...files].filter(
          (name) => !early.includes(name) && name !== entry?.fileName,
        )
        const fonts = Object.keys(bundle ?? {}).filter((name) => name.endsWith('.woff2'))
        return [
          ...early.map((name) => ({
            tag: 'script',
            attrs: { type: 'module', async: true, src: `/${name}` },
            injectTo: 'head-prepend' as const,
          })),
          ...others.map((name) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', href: `/${name}` },
            injectTo: 'head' as const,
          })),
          ...fonts.map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', crossorigin: true, href: `/${name}` },
            injectTo: 'head' as const,
          })),
        ]
      },
    },
  }
}

/** Imports need no help: all styles are in one file, and what should load early says so itself. */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null,
  }
}

/** TanStack Query loads this for every query. The app has no infinite ones: it saves one kilobyte. */
const INFINITE_QUERIES = /\/@tanstack\/query-core\/build\/modern\/infiniteQueryBehavior\.js$/

function withoutInfiniteQueries(): Plugin {
  const missing = `() => { throw new Error('Infinite queries are left out in vite.config.ts.') }`
  const names = ['infiniteQueryBehavior', 'hasNextPage', 'hasPreviousPage']
  return {
    name: 'without-infinite-queries',
    apply: 'build',
    load: (id) =>
      INFINITE_QUERIES.test(id)
        ? names.map((name) => `export const ${name} = ${missing}`).join('\n')
        : null,
  }
}

/** The development server handles /v1 with the embedded service. */
function embeddedService(): Plugin {
  return {
    name: 'embedded-service',
    apply: (_, { command, isPreview }) => command === 'serve' && !isPreview && !process.env.VITEST,
    async configureServer(server) {
      const { createDevHandler } = await server.ssrLoadModule('/src/service/web/dev-handler.ts')
      const handle = await createDevHandler()
      server.middlewares.use((request, response, next) => {
        if (request.url?.startsWith('/v1/')) handle(request, response)
        else next()
      })
    },
  }
}

/** Reachable through the index of TanStack Query, but used only by forms and writes. */
const MUTATIONS = /\/(useMutation|mutationObserver)\.js$/

/** Each one belongs to what uses it, although an index reaches them all. */
const RARE_CODE = new RegExp(`${MUTATIONS.source}|\\/lucide\\/dist\\/esm\\/icons\\/`)

/** The screens of the app: without a key, and with one. */
const CONNECT_FOLDER = /\/src\/features\/keys\//
const SHELL_FOLDER = /\/src\/app\/shell\//

/** Starts before the app's code does, so that neither of the two holds up the page for long. */
const REACT = /\/node_modules\/(react|react-dom|scheduler)\/|\/src\/render-page\.ts$/

/** What loads once the first screen is there: all that answers a person. */
const BACKGROUND =
  /\/src\/(.*Background|.*\/Interaction|.*\/BoardWarnings|.*\/ActiveFilters|.*\/ColumnTabs|.*\/ColumnNews|.*\/EmptyBoardMessage|.*\/CrashCard|app\/Notifications|app\/Toasts|.*\/move-card|.*\/merge-loaded-board|.*\/read-error-body)\.tsx?$/

const BOOT_CHUNK = 'boot'
const REACT_CHUNK = 'react'
const APP_CHUNK = 'app'
const BOARD_CHUNK = 'board'
const BACKGROUND_CHUNK = 'background'

/**
 * Most of their functions run before the first card, or in the first drag. Chrome and Edge compile
 * them on another thread while the script arrives, and not each at its first call; other browsers
 * ignore the comment. A script of which little runs would only take memory for it.
 */
const COMPILED_AHEAD = [
  BOOT_CHUNK,
  REACT_CHUNK,
  APP_CHUNK,
  BOARD_CHUNK,
  BACKGROUND_CHUNK,
  'move-card',
]

function compileHint({ name }: { name: string }): string {
  return COMPILED_AHEAD.includes(name) ? '//# allFunctionsCalledOnLoad' : ''
}

const PAGE = fileURLToPath(new URL('./index.html', import.meta.url))
const ENTRY = fileURLToPath(new URL('./src/main.tsx', import.meta.url))
const RENDER_PAGE = fileURLToPath(new URL('./src/render-page.ts', import.meta.url))
const BOOT = fileURLToPath(new URL('./src/boot.ts', import.meta.url))

interface ModuleGraph {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

/** All modules that these import statically. */
function staticImports(ids: readonly string[], graph: ModuleGraph, found = new Set<string>()) {
  for (const id of ids) {
    if (found.has(id) || RARE_CODE.test(id)) continue
    found.add(id)
    staticImports(graph.getModuleInfo(id)?.importedIds ?? [], graph, found)
  }
  return found
}

/**
 * One chunk for the app, with what both of its screens need, and one for the board. By default,
 * code that lazy components share with them would be split off into about forty chunks, which
 * compress worse and load one after the other.
 */
function firstLoadChunks() {
  let chunks: ReturnType<typeof findChunks> | undefined
  const find = (graph: ModuleGraph) => {
    chunks ??= findChunks(graph)
    return chunks
  }
  const boot = (id: string, graph: ModuleGraph) => (find(graph).boot.has(id) ? BOOT_CHUNK : null)
  const react = (id: string) => (REACT.test(id) ? REACT_CHUNK : null)
  const screens = (id: string, graph: ModuleGraph) => {
    const { app, connect, board } = find(graph)
    if (app.has(id) || (board.has(id) && connect.has(id))) return APP_CHUNK
    return board.has(id) ? BOARD_CHUNK : null
  }
  const connect = (id: string, graph: ModuleGraph) =>
    MUTATIONS.test(id) || find(graph).connect.has(id) ? 'connect' : null
  const background = (id: string, graph: ModuleGraph) =>
    find(graph).background.has(id) ? BACKGROUND_CHUNK : null
  return [
    { name: boot, priority: 4, includeDependenciesRecursively: false },
    { name: react, priority: 4, includeDependenciesRecursively: false },
    { name: screens, priority: 3 },
    { name: connect, priority: 2 },
    { name: background, priority: 1 },
  ]
}

function findChunks(graph: ModuleGraph) {
  const app = staticImports([ENTRY], graph)
  const lazyImportsOf = (ids: Iterable<string>, path: RegExp) => {
    const lazyIds = [...ids].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    return staticImports(
      lazyIds.filter((id) => path.test(id)),
      graph,
    )
  }
  const board = lazyImportsOf(app, SHELL_FOLDER)
  return {
    boot: staticImports([BOOT], graph),
    app,
    connect: lazyImportsOf(app, CONNECT_FOLDER),
    board,
    background: lazyImportsOf([...app, ...board], BACKGROUND),
  }
}

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    plainImports(),
    withoutInfiniteQueries(),
    embeddedService(),
    guardBundle(),
    preloadFirstLoad(),
    finishPage(),
  ],
  build: {
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: PAGE, boot: BOOT, react: RENDER_PAGE },
      output: { codeSplitting: { groups: firstLoadChunks() }, postBanner: compileHint },
    },
  },
})
