import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SRC = join(ROOT, 'src')

/** Which layers each layer may import besides itself. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  model: ['contract'],
  client: ['contract'],
  state: ['contract', 'model'],
  queries: ['client', 'contract', 'model', 'state'],
  ui: [],
  features: ['queries', 'state', 'model', 'contract', 'ui'],
  app: ['features', 'queries', 'state', 'model', 'contract', 'client', 'ui'],
  service: ['contract', 'model'],
  main: ['app', 'state'],
}

/** Which packages each layer may import; `react` stands for React and its renderers. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  contract: /^valibot$/,
  model: /^$/,
  client: /^$/,
  state: /^(zustand|idb-keyval)$/,
  queries: /^(react|@tanstack\/react-query)$/,
  ui: /^react$/,
  features: /^react$/,
  app: /^(react|react-dom|@tanstack\/react-query)$/,
  service: /^(node:|hono|@hono\/|valibot$|kysely$|libsql$|vite$)/,
  main: /^react-dom\/client$/,
}

/** Packages that one folder may use beyond its layer's. */
const EXTRA: Readonly<Record<string, RegExp>> = {
  'features/board': /^@dnd-kit\/core$/,
  'ui/VirtualList.tsx': /^@tanstack\/react-virtual$/,
}

interface SourceFile {
  path: string
  layer: string
  text: string
  imports: string[]
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name): SourceFile => {
    const path = name.split('\\').join('/')
    const text = readFileSync(join(SRC, name), 'utf8')
    return { path, layer: path.includes('/') ? (path.split('/')[0] ?? '') : 'main', text, imports: importsOf(text) }
  })

function importsOf(text: string): string[] {
  const statements = text.matchAll(
    /^(?:import|export)\b[^'";]*?\bfrom\s*'([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'/gm,
  )
  return [...statements].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')
}

/** The file that an import means, relative to src; undefined for a package. */
function target(file: SourceFile, name: string): string | undefined {
  if (name.startsWith('#')) return name.slice(1)
  if (name.startsWith('.'))
    return relative(SRC, join(SRC, dirname(file.path), name))
      .split('\\')
      .join('/')
  return undefined
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

describe('layers', () => {
  test.each(files.map((file) => [file.path, file] as const))('%s imports only what its layer may', (_, file) => {
    const faults: string[] = []
    for (const name of file.imports) {
      const to = target(file, name)
      if (to === undefined) {
        const extra = EXTRA[file.path.split('/').slice(0, 2).join('/')]
        if (!PACKAGES[file.layer]?.test(name) && !extra?.test(name)) faults.push(name)
        continue
      }
      if (to.endsWith('.css')) continue
      if (!existsSync(join(SRC, to))) faults.push(`${name} (no such file)`)
      const layer = to.split('/')[0] ?? ''
      if (layer !== file.layer && !LAYERS[file.layer]?.includes(layer)) faults.push(name)
      const isFeature = file.layer === 'features' && layer === 'features'
      if (isFeature && to.split('/')[1] !== file.path.split('/')[1]) faults.push(`${name} (another feature)`)
    }
    expect(faults).toEqual([])
  })

  test('there are no import cycles', () => {
    const graph = new Map(files.map((file) => [file.path, file.imports.flatMap((name) => target(file, name) ?? [])]))
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) {
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' > '))
        return
      }
      if (done.has(path)) return
      for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
      done.add(path)
    }
    for (const path of graph.keys()) visit(path, [])
    expect(cycles.filter((cycle) => !isTypeOnly(cycle))).toEqual([])
  })
})

/** A cycle that one `import type` breaks at run time is none. */
function isTypeOnly(cycle: string): boolean {
  const steps = cycle.split(' > ')
  return steps.slice(0, -1).some((path, index) => {
    const file = files.find((one) => one.path === path)
    const next = steps[index + 1] ?? ''
    const lines = file?.text.split(/(?=^import )/m) ?? []
    const meant = lines.filter((line) => importsOf(line).some((name) => file && target(file, name) === next))
    return meant.length > 0 && meant.every((line) => /^import type\b/.test(line))
  })
}

describe('habits', () => {
  const sources = files.map((file) => [file.path, withoutComments(file.text)] as const)

  test('fetch( is called in client/send.ts alone', () => {
    const callers = sources.filter(([path, text]) => !path.startsWith('service/') && /(?<![.\w])fetch\(/.test(text))
    expect(callers.map(([path]) => path)).toEqual(['client/send.ts'])
  })
  test('no default exports, no barrels', () => {
    expect(sources.filter(([, text]) => /export default\b/.test(text)).map(([path]) => path)).toEqual([])
    expect(
      sources
        .filter(([path, text]) => /\/index\.tsx?$/.test(path) || /export \* from/.test(text))
        .map(([path]) => path),
    ).toEqual([])
  })
  test('no any, no double casts, no raw HTML', () => {
    const faults = sources.filter(([, text]) =>
      /\bas any\b|: any\b|as unknown as|@ts-(ignore|expect-error)|dangerouslySetInnerHTML|\.innerHTML/.test(text),
    )
    expect(faults.map(([path]) => path)).toEqual([])
  })
  test('zustand’s hooks are made in state alone', () => {
    const makers = sources.filter(([path, text]) => !path.startsWith('state/') && /from 'zustand/.test(text))
    expect(makers).toEqual([])
  })
  test('no file is longer than 250 lines', () => {
    const long = files.filter((file) => !/demo-content/.test(file.path) && file.text.split('\n').length > 251)
    expect(long.map((file) => file.path)).toEqual([])
  })
})

test('every gap that code rests on is in the README’s list, and back', () => {
  const inCode = new Set(files.flatMap((file) => [...file.text.matchAll(/\[gap (G\d+)\]/g)].map(([, gap]) => gap)))
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const listed = new Set([...readme.matchAll(/^\| (G\d+) \|/gm)].map(([, gap]) => gap))
  expect([...inCode].sort()).toEqual([...listed].sort())
})

test('every gap is named by a test that holds it', () => {
  const tests = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.test\.tsx?$/.test(name),
  )
  const titles = tests.map((name) => readFileSync(join(ROOT, 'test', name), 'utf8')).join('\n')
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const listed = [...readme.matchAll(/^\| (G\d+) \|/gm)].map(([, gap]) => gap ?? '')
  expect(listed.filter((gap) => !titles.includes(`[gap ${gap}]`))).toEqual([])
})
