import Papa from 'papaparse'
import * as v from 'valibot'
import { visibleText } from '#contract/schemas/text-schema.ts'
import { messages } from '../messages.ts'
import {
  describeIssue,
  type FileCard,
  MAX_NAME_LENGTH,
  MAX_TITLE_LENGTH,
  PRIORITIES,
} from './board-file.ts'
import { CommandError } from './command-error.ts'

const HEADS = ['title', 'column', 'project', 'priority', 'assignee', 'labels'] as const

const rowSchema = v.strictObject({
  title: visibleText('title', MAX_TITLE_LENGTH),
  column: v.optional(v.string()),
  project: v.optional(v.string()),
  priority: v.optional(v.picklist(PRIORITIES)),
  assignee: v.optional(visibleText('assignee', MAX_NAME_LENGTH)),
  labels: v.optional(v.array(v.string())),
})

/** Cards of a CSV file with a head line; labels are separated by ";". Throws CommandError. */
export function parseCsvCards(text: string, name: string): FileCard[] {
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text.trim(), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (head) => head.trim().toLowerCase(),
  })
  const unknown = (meta.fields ?? []).filter((head) => !HEADS.some((known) => known === head))
  if (unknown.length > 0) throw new CommandError(messages.board.csvHeads(name, unknown, HEADS))
  const [error] = errors.filter(({ type }) => type !== 'Delimiter')
  if (error) throw new CommandError(messages.board.csvLine(name, lineOf(error.row), error.message))
  return data.map((row, index) => parseRow(row, name, lineOf(index)))
}

/** People count lines from 1, and the head is the first. */
function lineOf(row: number | undefined): number {
  return (row ?? 0) + 2
}

function parseRow(row: Readonly<Record<string, string>>, name: string, line: number): FileCard {
  const filled = Object.entries(row).filter(([, value]) => value.trim() !== '')
  const { labels, ...fields } = Object.fromEntries(
    filled.map(([key, value]) => [key, value.trim()]),
  )
  const names = labels?.split(';').map((label) => label.trim())
  const card = { ...fields, ...(names ? { labels: names.filter(Boolean) } : {}) }
  const result = v.safeParse(rowSchema, card)
  if (result.success) return result.output
  throw new CommandError(
    messages.board.csvLine(name, line, result.issues.map(describeIssue).join('; ')),
  )
}
