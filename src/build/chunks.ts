import { fileURLToPath } from 'node:url'

export const BOOT_CHUNK = 'boot'
export const REACT_CHUNK = 'react'
export const FIRST_CHUNK = 'first'
const ANSWERS_CHUNK = 'answers'
const SCREENS_CHUNK = 'screens'

/**
 * Most of their functions run before the first card, or in the first drag. Chrome and Edge compile
 * them on another thread while the script arrives, and not each at its first call; other browsers
 * ignore the comment. A script of which little runs would only take memory for it.
 */
export const COMPILED_AHEAD = [BOOT_CHUNK, REACT_CHUNK, FIRST_CHUNK, ANSWERS_CHUNK]

export function compileHint({ name }: { name: string }): string {
  return COMPILED_AHEAD.includes(name) ? '//# allFunctionsCalledOnLoad' : ''
}

export const PAGE = pathOf('../../index.html')
export const RENDER_PAGE = pathOf('../start/render-page.ts')
export const BOOT = pathOf('../start/boot.ts')
const MAIN = pathOf('../start/main.tsx')
const ANSWERS = pathOf('../start/answers.ts')
const SCREENS = pathOf('../start/screens.ts')

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}

/** Each one belongs to what uses it, although an index reaches them all. */
const RARE_CODE = /\/lucide\/dist\/esm\/icons\//

/** Starts before the app's code does, so that neither of the two holds up the page for long. */
const REACT = /\/node_modules\/(react|react-dom|scheduler)\/|\/src\/start\/render-page\.ts$/

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** All modules that a module imports statically. */
function staticImports(id: string, graph: ModuleGraph, found = new Set<string>()) {
  if (found.has(id) || RARE_CODE.test(id)) return found
  found.add(id)
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) staticImports(next, graph, found)
  return found
}

/**
 * A module belongs to the first chunk that needs it: boot, what the first screen shows, what
 * answers a person, what a person opens. By default, shared code would be split off into small
 * chunks, which compress worse and load one after the other.
 */
export function chunkGroups() {
  const known = new Map<string, ReadonlySet<string>>()
  const imports = (entry: string, graph: ModuleGraph) => {
    const modules = known.get(entry) ?? staticImports(entry, graph)
    known.set(entry, modules)
    return modules
  }
  const group = (name: string, entry: string, priority: number) => ({
    debugName: name,
    name: (id: string, graph: ModuleGraph) => (imports(entry, graph).has(id) ? name : null),
    priority,
  })
  const react = (id: string) => (REACT.test(id) ? REACT_CHUNK : null)
  return [
    { ...group(BOOT_CHUNK, BOOT, 5), includeDependenciesRecursively: false },
    { debugName: REACT_CHUNK, name: react, priority: 4, includeDependenciesRecursively: false },
    group(FIRST_CHUNK, MAIN, 3),
    group(ANSWERS_CHUNK, ANSWERS, 2),
    group(SCREENS_CHUNK, SCREENS, 1),
  ]
}
