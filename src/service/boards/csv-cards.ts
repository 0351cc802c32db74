import Papa from 'papaparse'
import * as v from 'valibot'
import { messages } from '../messages/messages.ts'
import { describeIssue } from './board-file.ts'
import {
  CARD_FIELD_NAMES,
  CARD_FIELD_SCHEMAS,
  CARD_FIELDS,
  type CardFieldName,
  type CardValues,
} from './card-fields.ts'
import { CommandError } from './command-error.ts'

const rowSchema = v.strictObject(CARD_FIELD_SCHEMAS)

/** Cards of a CSV file with a head line; labels are separated by ";". Throws CommandError. */
export function parseCsvCards(text: string, name: string): CardValues[] {
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text.trim(), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: fieldOf,
  })
  const unknown = (meta.fields ?? []).filter(
    (head) => !CARD_FIELD_NAMES.some((known) => known === head),
  )
  if (unknown.length > 0)
    throw new CommandError(messages.board.csvHeads(name, unknown, CARD_FIELD_NAMES))
  const [error] = errors.filter(({ type }) => type !== 'Delimiter')
  if (error) throw new CommandError(messages.board.csvLine(name, lineOf(error.row), error.message))
  return data.map((row, index) => parseRow(row, name, lineOf(index)))
}

/** In any case, as people write it; unknown heads are as they are. */
function fieldOf(head: string): string {
  const text = head.trim().toLowerCase()
  return CARD_FIELD_NAMES.find((name) => name.toLowerCase() === text) ?? text
}

/** People count lines from 1, and the head is the first. */
function lineOf(row: number | undefined): number {
  return (row ?? 0) + 2
}

function parseRow(row: Readonly<Record<string, string>>, name: string, line: number): CardValues {
  const given = CARD_FIELD_NAMES.flatMap((field) => {
    const text = row[field]?.trim() ?? ''
    return text === '' ? [] : [[field, readCell(field, text)] as const]
  })
  const card = Object.fromEntries(given)
  const result = v.safeParse(rowSchema, card)
  if (result.success) return result.output
  throw new CommandError(
    messages.board.csvLine(name, line, result.issues.map(describeIssue).join('; ')),
  )
}

function readCell(field: CardFieldName, text: string): string | string[] {
  if (!CARD_FIELDS[field].option.isList) return text
  return text
    .split(';')
    .map((item) => item.trim())
    .filter(Boolean)
}
