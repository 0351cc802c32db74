import Papa from 'papaparse'
import * as v from 'valibot'
import { PRIORITIES } from '#contract/card-values.ts'
import { withoutHidden } from '#contract/hidden-characters.ts'
import { messages } from '../messages/messages.ts'
import {
  CARD_FIELD_NAMES,
  CARD_FIELD_SCHEMAS,
  CARD_FIELDS,
  type CardFieldName,
  type CardValues,
} from './card-fields.ts'
import { CommandError } from './command-error.ts'

const rowSchema = v.strictObject(CARD_FIELD_SCHEMAS)

/** A record, and the line on which it begins, from 1. */
interface Row {
  cells: readonly string[]
  line: number
}

const MAX_FAULTS = 5
/** Excel writes and reads a first line that names the separator. */
const SEPARATOR_LINE = /^(\s*"?sep=(.)"?\2*(?:\r\n|\r|\n))/i
/** One for each cell. */
const FIRST_FAULTS = { abortPipeEarly: true }

/**
 * Cards of a CSV file with a head line; labels are separated by ";". Throws CommandError with the
 * first faults and their lines.
 */
export function parseCsvCards(text: string, name: string): CardValues[] {
  const [, mark = '', separator] = SEPARATOR_LINE.exec(text) ?? []
  const content = text.slice(mark.length).trim()
  const { data, errors } = Papa.parse<string[]>(content, { delimiter: separator ?? '' })
  const [broken] = errors.filter(({ type }) => type === 'Quotes')
  const rows = rowsOf(data, mark.split(/\r\n|\r|\n/).length)
  if (broken) {
    const line = rows.find((_, index) => index === broken.row)?.line ?? 1
    throw new CommandError(messages.board.csvFaults(name, [[line, messages.board.csvQuotes]]))
  }
  const [head, ...filled] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const fields = fieldsOf(head?.cells ?? [], name)
  const faults: [number, string][] = []
  const cards = filled.flatMap((row) => {
    const result = parseRow(row, fields)
    if ('card' in result) return [result.card]
    faults.push([row.line, result.fault])
    return []
  })
  if (faults.length === 0) return cards
  throw new CommandError(messages.board.csvFaults(name, faults.slice(0, MAX_FAULTS), faults.length))
}

/** A quoted cell can have several lines. */
function rowsOf(data: readonly string[][], first: number): Row[] {
  let line = first
  return data.map((cells) => {
    const row = { cells, line }
    line += cells.join('').split(/\r\n|\r|\n/).length
    return row
  })
}

/** What each cell is; undefined for one that a spreadsheet has only added. */
function fieldsOf(heads: readonly string[], name: string): (CardFieldName | undefined)[] {
  const texts = heads.map((head) => withoutHidden(head).trim())
  const fields = texts.map(fieldOf)
  const unknown = texts.filter((text, index) => text !== '' && !fields[index])
  if (unknown.length > 0) {
    throw new CommandError(messages.board.csvHeads(name, unknown, CARD_FIELD_NAMES))
  }
  const twice = fields.find((field, index) => field && fields.indexOf(field) !== index)
  if (twice) throw new CommandError(messages.board.csvHeadTwice(name, twice))
  if (!fields.includes('title')) throw new CommandError(messages.board.csvTitleMissing(name))
  return fields
}

/** In any case, as people write it. */
function fieldOf(head: string): CardFieldName | undefined {
  return CARD_FIELD_NAMES.find((name) => name.toLowerCase() === head.toLowerCase())
}

function parseRow(
  { cells }: Row,
  fields: readonly (CardFieldName | undefined)[],
): { card: CardValues } | { fault: string } {
  const texts = cells.map((cell) => cell.trim())
  const extra = texts.findIndex((text, index) => text !== '' && !fields[index])
  if (extra >= 0) return { fault: messages.board.csvCellWithoutHead(extra + 1, texts[extra] ?? '') }
  const given = texts.flatMap((text, index) => {
    const field = fields[index]
    return field && text !== '' ? [[field, readCell(field, text)] as const] : []
  })
  const result = v.safeParse(rowSchema, { title: '', ...Object.fromEntries(given) }, FIRST_FAULTS)
  if (result.success) return { card: result.output }
  return { fault: result.issues.map(({ message }) => message).join('; ') }
}

function readCell(field: CardFieldName, text: string): string | string[] {
  if (field === 'priority') return PRIORITIES.find((known) => known === text.toLowerCase()) ?? text
  if (!CARD_FIELDS[field].option.isList) return text
  return text
    .split(';')
    .map((item) => item.trim())
    .filter(Boolean)
}
