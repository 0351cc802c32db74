import type { Plugin } from 'vite'

/** Imports need no help: all styles are in one file, and what should load early says so itself. */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null,
  }
}

/** TanStack Query loads this for every query. The app has no infinite ones. It saves 1 KB. */
const INFINITE_QUERIES = /\/@tanstack\/query-core\/build\/modern\/infiniteQueryBehavior\.js$/

export function withoutInfiniteQueries(): Plugin {
  const missing = `() => { throw new Error('Infinite queries are left out in src/build/lean-imports.ts.') }`
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
