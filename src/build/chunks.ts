import { fileURLToPath } from 'node:url'

export const BOOT_CHUNK = 'boot'
export const REACT_CHUNK = 'react'
export const APP_CHUNK = 'app'
export const BOARD_CHUNK = 'board'
const BACKGROUND_CHUNK = 'background'

/**
 * Most of their functions run before the first card, or in the first drag. Chrome and Edge compile
 * them on another thread while the script arrives, and not each at its first call; other browsers
 * ignore the comment. A script of which little runs would only take memory for it.
 */
export const COMPILED_AHEAD = [
  BOOT_CHUNK,
  REACT_CHUNK,
  APP_CHUNK,
  BOARD_CHUNK,
  BACKGROUND_CHUNK,
  'move-card',
]

export function compileHint({ name }: { name: string }): string {
  return COMPILED_AHEAD.includes(name) ? '//# allFunctionsCalledOnLoad' : ''
}

export const PAGE = fileURLToPath(new URL('../../index.html', import.meta.url))
const ENTRY = fileURLToPath(new URL('../main.tsx', import.meta.url))
export const RENDER_PAGE = fileURLToPath(new URL('../render-page.ts', import.meta.url))
export const BOOT = fileURLToPath(new URL('../boot.ts', import.meta.url))

/** Reachable through the index of TanStack Query, but used only by forms and writes. */
const MUTATIONS = /\/(useMutation|mutationObserver)\.js$/

/** Each one belongs to what uses it, although an index reaches them all. */
const RARE_CODE = new RegExp(`${MUTATIONS.source}|\\/lucide\\/dist\\/esm\\/icons\\/`)

/** The door to the screens of the app: without a key, and with one. */
const SCREENS_DOOR = /\/first-screens\.ts$/
const CONNECT_FOLDER = /\/src\/features\/keys\//
const SHELL_FOLDER = /\/src\/app\/shell\//

/** Starts before the app's code does, so that neither of the two holds up the page for long. */
const REACT = /\/node_modules\/(react|react-dom|scheduler)\/|\/src\/render-page\.ts$/

/** The doors to what loads once the first screen is there: all that answers a person. */
const BACKGROUND_DOOR = /\/background-parts\.ts$/

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
export function firstLoadChunks() {
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
    { debugName: BOOT_CHUNK, name: boot, priority: 4, includeDependenciesRecursively: false },
    { debugName: REACT_CHUNK, name: react, priority: 4, includeDependenciesRecursively: false },
    { debugName: 'screens', name: screens, priority: 3 },
    { debugName: 'connect', name: connect, priority: 2 },
    { debugName: BACKGROUND_CHUNK, name: background, priority: 1 },
  ]
}

function findChunks(graph: ModuleGraph) {
  const app = staticImports([ENTRY], graph)
  /** All that loads through these doors, if the modules import one. */
  const behind = (ids: Iterable<string>, door: RegExp, path = /./) => {
    const doors = [...ids].filter((id) => door.test(id))
    const parts = doors.flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    return staticImports(
      parts.filter((id) => path.test(id)),
      graph,
    )
  }
  const board = behind(app, SCREENS_DOOR, SHELL_FOLDER)
  return {
    boot: staticImports([BOOT], graph),
    app,
    connect: behind(app, SCREENS_DOOR, CONNECT_FOLDER),
    board,
    background: behind([...app, ...board], BACKGROUND_DOOR),
  }
}
