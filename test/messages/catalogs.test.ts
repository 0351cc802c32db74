import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { LANGUAGE_NAMES } from '#model/languages.ts'

const SRC = new URL('../../src/', import.meta.url).pathname
const CATALOGS = join(SRC, 'messages')

type Catalog = Readonly<Record<string, unknown>>

const catalogs = import.meta.glob<Catalog>('../../src/messages/*/*.ts', { eager: true })

/** The catalogs of one language, by file name. */
function catalogsIn(language: string): ReadonlyMap<string, Catalog> {
  const prefix = `../../src/messages/${language}/`
  return new Map(
    Object.entries(catalogs)
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, catalog]) => [path.slice(prefix.length), catalog]),
  )
}

/** What an export is, for a comparison: a function's number of parameters, an object's keys. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'function') return `function with ${value.length} parameters`
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]))
}

const OTHERS = Object.keys(LANGUAGE_NAMES).filter((language) => language !== 'en')

test('each language has a folder', () => {
  expect(readdirSync(CATALOGS).sort()).toEqual(Object.keys(LANGUAGE_NAMES).sort())
})

describe.each(OTHERS)('the catalogs in %s', (language) => {
  const own = catalogsIn(language)

  test('are those of the page in it, and have a type check', () => {
    const text = readFileSync(join(SRC, '../package.json'), 'utf8')
    const { imports, scripts } = JSON.parse(text)
    expect(imports['#messages/*'][language]).toBe(`./src/messages/${language}/*`)
    expect(scripts[`typecheck:${language}`]).toContain(`--customConditions ${language}`)
    expect(own.get('page-messages.ts')?.LANGUAGE).toBe(language)
    expect(own.get('page-messages.ts')?.LOCALE).toMatch(new RegExp(`^${language}(-|$)`))
  })

  test('have the same files', () => {
    expect([...own.keys()].sort()).toEqual([...catalogsIn('en').keys()].sort())
  })

  test.each([...catalogsIn('en')])(
    '%s has every sentence, with the same values in it',
    (name, english) => {
      const shapes = (catalog: Catalog) =>
        Object.fromEntries(Object.entries(catalog).map(([key, value]) => [key, shapeOf(value)]))
      // A language may leave a value out of its page.
      const { SERVICE_LANGUAGE: _, ...expected } = shapes(english)
      expect(shapes(own.get(name) ?? {})).toMatchObject(expected)
    },
  )

  test.each([...catalogsIn('en').keys()])('%s has no sentence of another language', (name) => {
    const languages = Object.keys(LANGUAGE_NAMES).filter((other) => other !== language)
    const others = new Set(languages.flatMap((other) => sentencesIn(name, other)))
    const same = sentencesIn(name, language).filter((text) => others.has(text))
    expect(same.filter((text) => / \p{Ll}+ /u.test(text))).toEqual([])
    expect(own.get(name)).toBeDefined()
  })
})

function sentencesIn(name: string, language: string): string[] {
  return nodesIn(join(CATALOGS, language, name)).flatMap(({ text }) => text ?? [])
}

interface SyntaxNode {
  type: string
  start: number
  [field: string]: unknown
}

interface Place {
  node: SyntaxNode
  /** Text of a string, of a part of a template, or between tags. */
  text: string | undefined
  /** The nodes around it, the innermost first. */
  around: readonly SyntaxNode[]
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function* placesIn(value: unknown, around: readonly SyntaxNode[] = []): Generator<Place> {
  if (Array.isArray(value)) for (const item of value) yield* placesIn(item, around)
  if (!isNode(value)) return
  yield { node: value, text: textOf(value), around }
  for (const field of Object.values(value)) yield* placesIn(field, [value, ...around])
}

function textOf({ type, value }: SyntaxNode): string | undefined {
  if (type === 'TemplateElement') return String(Object(value).cooked)
  return type === 'Literal' || type === 'JSXText' ? String(value) : undefined
}

function nodesIn(file: string): Place[] {
  return [...placesIn(parseSync(file, readFileSync(file, 'utf8')).program)]
}

/** Where there is text of its own, with the reason. */
const NO_CATALOG: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^(service|build|messages)\//, 'Not of the page, or the catalogs themselves.'],
  [/^contract\/(schemas\/|unrecognized\.ts)/, 'Data for those who work on a service.'],
  [/^client\/send\.ts/, 'The same.'],
]

/** Attributes and fields with text that a person reads. */
const READ =
  /^(aria-(label|description|roledescription|valuetext)|title|placeholder|label|alt|data-tip|\w+Label|term|heading|text|detail|group|hint|message)$/

/** The name of the product is the same everywhere. */
const PRODUCT = 'Trunkline'

/** Text that a person reads, by where it is or by what it looks like. */
function isSpelledOut({ node, text = '', around }: Place): boolean {
  if (!/\p{L}/u.test(text) || text.trim() === PRODUCT || text.endsWith(` · ${PRODUCT}`))
    return false
  const [parent] = around
  if (!parent || /^(Import|Export|TS)/.test(parent.type)) return false
  if (node.type === 'JSXText') return true
  // What is compared, or passed to a function.
  if (/^(Binary|Member|Call|New)Expression$/.test(parent.type)) return false
  if (around.some(({ type }) => type === 'ThrowStatement' || type === 'NewExpression')) return false
  return isRead(text, around) || isSentence(text)
}

/** Whether it is a child of an element, or the value of an attribute or a field that is read. */
function isRead(text: string, around: readonly SyntaxNode[]): boolean {
  const [parent] = around
  // A single word in lower case is a value.
  if (parent?.type === 'Property') return READ.test(nameOf(parent.key)) && /^\p{Lu}| /u.test(text)
  for (const { type, name } of around) {
    if (/Function|CallExpression/.test(type)) return false
    if (type === 'JSXAttribute') return READ.test(nameOf(name))
    if (type === 'JSXElement' || type === 'JSXFragment') return true
  }
  return false
}

function nameOf(node: unknown): string {
  return isNode(node) ? String(node.name ?? node.value) : ''
}

/** Several words, not a list of class names or of keys. */
function isSentence(text: string): boolean {
  if (/[a-z]-[a-z[]|:[a-z]/.test(text)) return false
  return /\p{Lu}\p{Ll}+ \p{Ll}{2}|\p{Ll}{2,} \p{Ll}{2,} \p{Ll}{2,}|\p{Ll}[…’]/u.test(text)
}

test('no sentence is spelled out outside the catalogs', () => {
  const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => !NO_CATALOG.some(([excepted]) => excepted.test(path)))
  const found = paths.flatMap((path) =>
    nodesIn(join(SRC, path))
      .filter(isSpelledOut)
      .map(({ text }) => `${path}: ${text?.trim()}`),
  )
  expect(found).toEqual([])
  expect(paths.length).toBeGreaterThan(200)
})
