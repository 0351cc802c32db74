import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { MUTANTS } from './mutants/mutants.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SRC = join(ROOT, 'src')
const GAP_LIST = join(SRC, 'contract/README.md')

/** The only file that loads code later. What it loads is no part of what imports it. */
const LATER = 'start/later.tsx'

/** They only name what loads together. The build makes a chunk of each. */
const DOORS = ['start/answers.ts', 'start/screens.ts']

/** Which layers, and files, each layer may import besides itself. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  messages: ['contract', 'model'],
  contract: ['messages'],
  model: ['contract', 'messages'],
  client: ['contract'],
  state: ['contract', 'model', 'messages'],
  hooks: [],
  queries: ['client', 'contract', 'hooks', 'messages', 'model', 'state'],
  ui: ['hooks', 'messages'],
  features: ['queries', 'state', 'model', 'messages', 'contract', 'ui', 'hooks', LATER],
  app: [
    'features',
    'queries',
    'state',
    'model',
    'messages',
    'contract',
    'client',
    'ui',
    'hooks',
    LATER,
  ],
  service: ['contract', 'model'],
  build: ['messages', 'model', 'service'],
  start: ['app', 'features', 'client', 'model', 'queries', 'state'],
}

/** Which packages each layer may import. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  messages: /^$/,
  contract: /^valibot$/,
  model: /^$/,
  client: /^$/,
  state: /^(zustand|idb-keyval)$/,
  hooks: /^react$/,
  queries: /^(react|@tanstack\/react-query)$/,
  ui: /^(react|lucide)$/,
  features: /^(react|lucide)$/,
  app: /^(react|lucide|@tanstack\/react-query)$/,
  service:
    /^(node:|hono$|hono\/|@hono\/|valibot$|kysely$|@photostructure\/sqlite$|pg$|lru-cache$|undici$|pino$|prom-client$|papaparse$)/,
  build: /^(vite$|node:)/,
  start: /^(react|react-dom\/client|@tanstack\/react-query)$/,
}

/** Packages that a folder or file may import in addition to those of its layer. */
const EXTRA_PACKAGES: readonly (readonly [path: RegExp, packages: RegExp])[] = [
  [/^features\/board\/dnd\//, /^@dnd-kit\/core$/],
  [/^features\/export\/write-export\.ts$/, /^papaparse$/],
  [/^ui\/use-(virtual-rows|visible-columns)\.ts$/, /^react-dom$/],
  [/^hooks\/(use-printing|use-ready-after)\.ts$/, /^react-dom$/],
  [/^features\/board\/(dnd\/DragMarks|selection\/SelectionMarks)\.tsx$/, /^react-dom$/],
  [/^ui\/layers\.tsx$/, /^react-dom$/],
  [/^state\/url\.ts$/, /^react$/],
]

/** Mutable values at module level, which every test and every page shares, with the reason. */
const SHARED_STATE: Readonly<Record<string, string>> = {
  'client/early-requests.ts waiting': 'The page starts loads before a QueryClient exists.',
  'client/monotonic-now.ts last': 'Time runs forward for the whole page.',
}

/** The rooms of a board's repository. Each may import from those before it, and not from others. */
const REPOSITORY_ROOMS = [
  'git',
  'contents',
  'config',
  'checks',
  'forge',
  'publish',
  'sync',
  'promotion',
  'preview',
]

const MAX_COMPLEXITY = 12
const MAX_PROPS = 8
const MAX_CALLBACKS = 6
const MAX_LINES = 250

/** A node of the syntax tree (ESTree, with types). */
interface SyntaxNode {
  type: string
  start: number
  [field: string]: unknown
}

interface SourceFile {
  /** Relative to src, for example "ui/Button.tsx". */
  path: string
  layer: string
  text: string
  nodes: readonly SyntaxNode[]
  /** Names of the imported modules, with `import type`, `export … from`, and `import()`. */
  imports: readonly string[]
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readSource(name.split('\\').join('/')))

const pageFiles = files.filter(({ layer }) => layer !== 'service' && layer !== 'build')

function readSource(path: string): SourceFile {
  const text = readFileSync(join(SRC, path), 'utf8')
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const nodes = [...nodesOf(program)]
  const layer = path.includes('/') ? (path.split('/')[0] ?? '') : 'main'
  return { path, layer, text, nodes, imports: nodes.flatMap(moduleNameOf) }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function* nodesOf(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item)
  if (!isNode(value)) return
  yield value
  for (const field of Object.values(value)) yield* nodesOf(field)
}

function moduleNameOf({ type, source }: SyntaxNode): string[] {
  const isImport = /^(Import|Export(Named|All))(Declaration|Expression)$/.test(type)
  return isImport && isNode(source) && typeof source.value === 'string' ? [source.value] : []
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && typeof node.name === 'string' ? node.name : undefined
}

/** Path of the imported file, relative to src; undefined for a package. */
function importedPath(file: SourceFile, name: string): string | undefined {
  if (name.startsWith('#messages/')) return name.replace('#messages', 'messages/en')
  if (name.startsWith('#')) return name.slice(1)
  if (!name.startsWith('.')) return undefined
  // What comes after "?" tells the build what to do with the file.
  const [path = ''] = name.split('?')
  return relative(SRC, join(SRC, dirname(file.path), path))
    .split('\\')
    .join('/')
}

/** Where the matching nodes are, for a person who reads the failed test. */
function placesOf(
  candidates: readonly SourceFile[],
  matches: (node: SyntaxNode) => boolean,
): string[] {
  return candidates.flatMap(({ path, text, nodes }) =>
    nodes.filter(matches).map(({ start }) => `${path}:${text.slice(0, start).split('\n').length}`),
  )
}

function layerViolations(file: SourceFile): string[] {
  return file.imports.flatMap((name) => {
    const to = importedPath(file, name)
    if (to === undefined) return isPackageAllowed(file, name) ? [] : [name]
    if (to.endsWith('.css')) return []
    if (!existsSync(join(SRC, to))) return [`${name} (no such file)`]
    const [layer = '', folder] = to.split('/')
    const isOtherFeature =
      file.layer === 'features' &&
      layer === 'features' &&
      folder !== 'shared' &&
      folder !== file.path.split('/')[1]
    if (isOtherFeature) return [`${name} (another feature)`]
    const allowed = [file.layer, ...(LAYERS[file.layer] ?? [])]
    return allowed.includes(layer) || allowed.includes(to) ? [] : [name]
  })
}

function isPackageAllowed(file: SourceFile, name: string): boolean {
  if (PACKAGES[file.layer]?.test(name)) return true
  return EXTRA_PACKAGES.some(([path, packages]) => path.test(file.path) && packages.test(name))
}

describe('imports', () => {
  test.each(files.map((file) => [file.path, file] as const))(
    '%s imports only what its layer allows',
    (_, file) => expect(layerViolations(file)).toEqual([]),
  )

  test('no file imports itself through others, also not only types', () => {
    const graph = new Map(
      files.map((file) => [
        file.path,
        file.path === LATER ? [] : file.imports.flatMap((name) => importedPath(file, name) ?? []),
      ]),
    )
    const visited = new Set<string>()
    const cycles: string[] = []
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) {
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' > '))
        return
      }
      if (visited.has(path)) return
      for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
      visited.add(path)
    }
    for (const path of graph.keys()) visit(path, [])
    expect(cycles).toEqual([])
  })

  test('queries know no toasts, dialogs, or announcements', () => {
    const importers = files.filter(
      (file) =>
        file.layer === 'queries' &&
        file.imports.some((name) =>
          /#state\/(toast|show-toast|copy-link|dialog|announce)/.test(name),
        ),
    )
    expect(importers.map((file) => file.path)).toEqual([])
  })

  test('the rooms of service/repository import only from those before them', () => {
    const folder = 'service/repository/'
    const roomOf = (path: string) => {
      const [room = '', file] = path.slice(folder.length).split('/')
      // A file beside the rooms comes last.
      return file === undefined ? REPOSITORY_ROOMS.length : REPOSITORY_ROOMS.indexOf(room)
    }
    const upward = files
      .filter(({ path }) => path.startsWith(folder))
      .flatMap((file) =>
        file.imports.flatMap((name) => {
          const to = importedPath(file, name) ?? ''
          const isUpward = to.startsWith(folder) && roomOf(to) > roomOf(file.path)
          return isUpward || roomOf(file.path) < 0 ? [`${file.path} > ${to}`] : []
        }),
      )
    expect(upward).toEqual([])
  })

  test('there are no files that only export others', () => {
    const others = files.filter(({ path }) => !DOORS.includes(path))
    const barrels = others.filter(({ path, nodes: [program] }) => {
      const statements = Array.isArray(program?.body) ? program.body.filter(isNode) : []
      const isExportOnly = statements.every(
        ({ type, source }) => /^(Im|Ex)port/.test(type) && source,
      )
      const exportsAll = statements.some(({ type }) => type === 'ExportAllDeclaration')
      return isExportOnly || exportsAll || /\/index\.tsx?$/.test(path)
    })
    expect(barrels.map(({ path }) => path)).toEqual([])
  })
})

describe('the page', () => {
  test('calls fetch() only in client/send.ts, client/early-requests.ts, and the workers', () => {
    const places = placesOf(
      pageFiles,
      ({ type, callee }) => type === 'CallExpression' && nameOf(callee) === 'fetch',
    )
    expect(new Set(places.map((place) => place.split(':')[0]))).toEqual(
      new Set([
        'client/send.ts',
        'client/early-requests.ts',
        'queries/feed/board-worker.ts',
        'shell-worker.ts',
      ]),
    )
  })

  test('loads code later only in later.tsx', () => {
    const loading = pageFiles.filter(({ nodes }) =>
      nodes.some(({ type }) => type === 'ImportExpression'),
    )
    expect(loading.map(({ path }) => path)).toEqual([LATER])
  })

  test('has query and mutation keys only in queries/keys.ts', () => {
    const places = placesOf(
      pageFiles.filter((file) => file.path !== 'queries/keys.ts'),
      ({ type, key, value }) =>
        type === 'Property' &&
        /^(queryKey|mutationKey)$/.test(nameOf(key) ?? '') &&
        isNode(value) &&
        value.type === 'ArrayExpression',
    )
    expect(places).toEqual([])
  })

  test('uses the document only in ui, features, and app', () => {
    const others = pageFiles.filter((file) => !/^(ui|features|app|start)$/.test(file.layer))
    const places = placesOf(
      others,
      ({ type, object }) => type === 'MemberExpression' && nameOf(object) === 'document',
    )
    expect(places).toEqual([])
  })

  test('finds and marks the elements of the board only in board-dom.ts and board-marks.ts', () => {
    const places = placesOf(
      pageFiles.filter(({ path }) => /^features\/board\/(?!board-(dom|marks)\.ts)/.test(path)),
      (node) => isFinder(node) || isDataAttribute(node),
    )
    expect(places).toEqual([])
  })

  test('keeps no mutable value at module level, except those with a reason', () => {
    expect(pageFiles.flatMap(sharedState).sort()).toEqual(Object.keys(SHARED_STATE).sort())
  })

  test.each(
    pageFiles.filter(({ path }) => path.endsWith('.tsx')).map((file) => [file.path, file] as const),
  )(
    `%s has components with at most ${MAX_PROPS} props, ${MAX_CALLBACKS} of them callbacks`,
    (_, file) => expect(largeProps(file)).toEqual([]),
  )
})

/** A call that looks for an element, or that reads its data attributes. */
function isFinder({ type, callee, property }: SyntaxNode): boolean {
  if (type === 'MemberExpression') return nameOf(property) === 'dataset'
  const finders = /^(querySelector(All)?|closest|matches|getElements?By\w+)$/
  return type === 'CallExpression' && isNode(callee) && finders.test(nameOf(callee.property) ?? '')
}

/** A call that changes a data attribute of an element. */
function isDataAttribute({ type, callee, arguments: args }: SyntaxNode): boolean {
  if (type !== 'CallExpression' || !isNode(callee)) return false
  const isChange = /^(set|remove|get|has|toggle)Attribute$/.test(nameOf(callee.property) ?? '')
  const [first] = Array.isArray(args) ? args : []
  return isChange && isNode(first) && String(first.value).startsWith('data-')
}

/** Names of module-level `let`s, and of collections and objects that the file changes. */
function sharedState({ path, text, nodes }: SourceFile): string[] {
  return topLevelOf(nodes, 'VariableDeclaration').flatMap(({ kind, declarations }) =>
    (Array.isArray(declarations) ? declarations : []).flatMap((declaration) => {
      const name = isNode(declaration) ? nameOf(declaration.id) : undefined
      const isShared = name !== undefined && (kind === 'let' || isChanged(name, text))
      return isShared ? [`${path} ${name}`] : []
    }),
  )
}

/** Declarations outside of functions, exported or not. */
function topLevelOf([program]: readonly SyntaxNode[], type: string): SyntaxNode[] {
  const statements = Array.isArray(program?.body) ? program.body.filter(isNode) : []
  const declarations = statements.map((statement) =>
    isNode(statement.declaration) ? statement.declaration : statement,
  )
  return declarations.filter((declaration) => declaration.type === type)
}

function isChanged(name: string, text: string): boolean {
  const methods = 'set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill'
  return new RegExp(
    String.raw`(?<![\w.])${name}(\.(${methods})\(|(\.\w+|\[[^\]]*\])\s*([-+*/|&?]{0,2}=)(?![=>]))`,
  ).test(text)
}

function largeProps({ nodes }: SourceFile): string[] {
  return topLevelOf(nodes, 'TSInterfaceDeclaration').flatMap(({ id, body }) => {
    const name = nameOf(id) ?? ''
    const members = isNode(body) && Array.isArray(body.body) ? body.body.filter(isNode) : []
    const callbacks = members.filter(({ key }) => /^on[A-Z]/.test(nameOf(key) ?? ''))
    const isLarge = members.length > MAX_PROPS || callbacks.length > MAX_CALLBACKS
    if (!/Props$/.test(name) || !isLarge) return []
    return [`${name}: ${members.length} props, ${callbacks.length} callbacks`]
  })
}

describe('names', () => {
  /** Each has the same files and exports as the English catalogs. */
  const isTranslation = ({ path }: SourceFile) => /^messages\/(?!en\/)/.test(path)
  const named = files.filter((file) => !isTranslation(file))

  test('no two files have the same one, except translations', () => {
    const paths = named.map(({ path }) => path)
    expect(sharedNames(paths.map((path) => [path.split('/').at(-1) ?? '', path]))).toEqual([])
  })

  test('no two exports have the same one, except in translations', () => {
    const exported = named.flatMap(({ path, nodes }) =>
      // The forms of an overloaded function are one export.
      [...new Set(exportedNames(nodes))].map((name) => [name, path] as const),
    )
    expect(sharedNames(exported)).toEqual([])
  })
})

/** Each name that occurs in several places, with these places. */
function sharedNames(places: readonly (readonly [name: string, path: string])[]): string[] {
  const byName = new Map<string, (typeof places)[number][]>()
  for (const place of places) byName.set(place[0], [...(byName.get(place[0]) ?? []), place])
  return [...byName].flatMap(([name, found]) =>
    found.length > 1 ? [`${name}: ${found.map(([, path]) => path).join(', ')}`] : [],
  )
}

function exportedNames([program]: readonly SyntaxNode[]): string[] {
  const statements = Array.isArray(program?.body) ? program.body.filter(isNode) : []
  return statements.flatMap(({ type, declaration }) => {
    if (type !== 'ExportNamedDeclaration' || !isNode(declaration)) return []
    const { declarations, id } = declaration
    const ids = Array.isArray(declarations) ? declarations.map((item) => item.id) : [id]
    return ids.flatMap((item) => nameOf(item) ?? [])
  })
}

test('each mutant still breaks one place of the code', () => {
  const lost = MUTANTS.filter(({ file, from }) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    return text.split(from).length !== 2
  })
  expect(lost.map(({ what }) => what)).toEqual([])
})

describe('the code', () => {
  test('has no default exports', () => {
    const places = placesOf(files, ({ type }) => type === 'ExportDefaultDeclaration')
    expect(places).toEqual([])
  })

  test('has no any, no non-null assertion, and no double cast', () => {
    const places = placesOf(
      files,
      ({ type, expression }) =>
        /^TS(AnyKeyword|NonNullExpression)$/.test(type) ||
        (type === 'TSAsExpression' && isNode(expression) && expression.type === 'TSAsExpression'),
    )
    expect(places).toEqual([])
  })

  test('turns off no type check and inserts no HTML', () => {
    const pattern = /@ts-(ignore|expect-error|nocheck)|dangerouslySetInnerHTML|\.(inner|outer)HTML/
    expect(files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([])
  })

  test(`has no function with a cyclomatic complexity over ${MAX_COMPLEXITY}`, () => {
    const places = placesOf(files, (node) => complexityOf(node) > MAX_COMPLEXITY)
    expect(places).toEqual([])
  })

  test(`has no file with more than ${MAX_LINES} lines, except messages`, () => {
    const longFiles = files.filter(
      ({ path, text }) => !/messages\.ts/.test(path) && text.split('\n').length > MAX_LINES + 1,
    )
    expect(longFiles.map(({ path }) => path)).toEqual([])
  })
})

const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/
const BRANCH =
  /^((If|For|ForIn|ForOf|While|DoWhile)Statement|(Conditional|Logical)Expression|CatchClause)$/

/** Cyclomatic complexity of a function without the functions inside it; 0 for other nodes. */
function complexityOf(node: SyntaxNode): number {
  return FUNCTION.test(node.type) ? 1 + branchesIn(Object.values(node)) : 0
}

function branchesIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum, item) => sum + branchesIn(item), 0)
  if (!isNode(value) || FUNCTION.test(value.type)) return 0
  const isCase = value.type === 'SwitchCase' && value.test !== null
  const own = BRANCH.test(value.type) || isCase ? 1 : 0
  return own + branchesIn(Object.values(value))
}

describe('the documents', () => {
  const documents = [
    'README.md',
    'src/contract/README.md',
    ...readdirSync(join(ROOT, '.github'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `.github/${name}`),
  ]
  const NAMED =
    /`(?:src\/)?((?:app|boot|build|client|contract|features|hooks|model|queries|service|state|test|ui)\/[\w./-]+\.(?:tsx?|css|json))`/g

  test('name only files that exist', () => {
    const missing = documents.flatMap((document) => {
      const text = readFileSync(join(ROOT, document), 'utf8')
      const named = [...text.matchAll(NAMED)].map(([, path = '']) => path)
      const isThere = (path: string) => existsSync(join(SRC, path)) || existsSync(join(ROOT, path))
      return named.filter((path) => !isThere(path)).map((path) => `${document}: ${path}`)
    })
    expect(missing).toEqual([])
  })
})

describe('the gaps in the spec', () => {
  const listed = [...readFileSync(GAP_LIST, 'utf8').matchAll(/^\| (G\d+) \|/gm)].map(
    ([, gap = '']) => gap,
  )

  test('are the same in the code and in the list', () => {
    const inCode = new Set(
      files.flatMap(({ text }) => [...text.matchAll(/\[gap (G\d+)\]/g)].map(([, gap = '']) => gap)),
    )
    expect([...inCode].sort()).toEqual([...listed].sort())
  })

  test('each have a test', () => {
    const tests = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => readFileSync(join(ROOT, 'test', name), 'utf8'))
      .join('\n')
    expect(listed.filter((gap) => !tests.includes(`[gap ${gap}]`))).toEqual([])
  })
})
