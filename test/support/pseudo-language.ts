import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { build, type Plugin, parseSync } from 'vite'

/**
 * A language for tests: each text of the catalogs is in brackets, a third longer, and with other
 * letters. What isn't in brackets on the screen is spelled out in the code, or data.
 */

export const OPEN = '⟦'
export const CLOSE = '⟧'

const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aáeéiíoóuúcçnñyýAÁEÉIÍOÓUÚCÇNÑYÝ'].flatMap((letter, index, all) =>
    index % 2 === 0 ? [[letter, all[index + 1] ?? letter]] : [],
  ),
)

function change(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => LETTERS[letter] ?? letter)
}

/** About how much longer texts are in other languages. */
function padding(length: number): string {
  return '~'.repeat(Math.ceil(length / 3))
}

export function pseudo(text: string): string {
  if (!/\p{L}/u.test(text)) return text
  return `${OPEN}${change(text)}${padding(text.length)}${CLOSE}`
}

interface SyntaxNode {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function textOf(value: unknown): string {
  return isNode(value) && typeof value.value === 'string' ? value.value : ''
}

/** What begins a text that is no sentence: the arguments of `Intl`, what is compared, and keys. */
const NO_TEXT = /^(TS|Import|Export|Switch|Call|New|Binary|Member)/

/** Which language it is, for a person or for `Intl`. */
const TAG = /^en(-US)?$/

/** Where a text is, and what replaces it. */
type Edit = readonly [start: number, end: number, text: string]

function* editsOf(value: unknown, parent?: SyntaxNode): Generator<Edit> {
  if (Array.isArray(value)) for (const item of value) yield* editsOf(item, parent)
  if (!isNode(value)) return
  if (value.type === 'TemplateLiteral') return yield* templateEdits(value)
  if (value.type === 'Literal' && /\p{L}/u.test(textOf(value))) {
    const isKey = parent?.type === 'Property' && parent.key === value
    const isCompared = parent?.type === 'BinaryExpression' && /^[!=]/.test(String(parent.operator))
    const isText =
      parent?.type === 'BinaryExpression' ? !isCompared : !NO_TEXT.test(parent?.type ?? '')
    if (isText && !isKey && !TAG.test(textOf(value)))
      yield [value.start, value.end, JSON.stringify(pseudo(textOf(value)))]
    return
  }
  for (const field of Object.values(value)) yield* editsOf(field, value)
}

/** A template is a text if there is one between its values. */
function* templateEdits({ quasis, expressions, start, end }: SyntaxNode): Generator<Edit> {
  const parts = (Array.isArray(quasis) ? quasis : []).filter(isNode)
  const texts = parts.map((part) => String(Object(part.value).cooked))
  yield* editsOf(expressions)
  if (!texts.some((text) => /\p{L}/u.test(text))) return
  for (const [index, part] of parts.entries()) {
    const text = change(texts[index] ?? '').replace(/[`\\$]/g, '\\$&')
    const raw = String(Object(part.value).raw)
    // The parser counts the marks around it.
    const from = part.end - part.start === raw.length ? part.start : part.start + 1
    if (text) yield [from, from + raw.length, text]
  }
  yield [start + 1, start + 1, OPEN]
  yield [end - 1, end - 1, padding(texts.join('').length) + CLOSE]
}

function translate(code: string, id: string): string {
  const edits = [...editsOf(parseSync(id, code).program)]
  return edits
    .sort(([a], [b]) => b - a)
    .reduce((text, [start, end, added]) => text.slice(0, start) + added + text.slice(end), code)
}

function pseudoLanguage(): Plugin {
  return {
    name: 'pseudo-language',
    enforce: 'pre',
    transform(code, id) {
      return /\/messages\/en\/[\w-]+\.ts$/.test(id) ? translate(code, id) : undefined
    },
  }
}

/** Builds the page in the pseudo language. Resolves to its directory. */
export async function buildPseudoPage(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'pseudo-'))
  // Vitest has set it for itself.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  await build({
    mode: 'pseudo',
    logLevel: 'error',
    plugins: [pseudoLanguage()],
    build: { outDir, emptyOutDir: true },
  })
  process.env.NODE_ENV = NODE_ENV
  return outDir
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The files of a directory in place of those of the server. Requests to the API go on. */
export async function servePage(page: Page, directory: string): Promise<void> {
  await page.route(/^(?!.*\/v1\/)/, async (route) => {
    const { pathname } = new URL(route.request().url())
    const name = extname(pathname) ? pathname : '/index.html'
    const contentType = TYPES[extname(name)] ?? 'application/octet-stream'
    const body = readFileSync(join(directory, name))
    await route.fulfill({ contentType, body: name.endsWith('.css') ? waitForFont(body) : body })
  })
}

/** On a busy machine, the font can come too late, and another one is wider. */
function waitForFont(css: Buffer): string {
  return css.toString().replace('font-display:optional', 'font-display:block')
}
