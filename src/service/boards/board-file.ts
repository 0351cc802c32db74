import * as v from 'valibot'
import { REFUSAL_CODES } from '#contract/card-values.ts'
import { MAX_LABEL_NAME_LENGTH, PALETTE } from '#contract/palette.ts'
import { visibleText } from '#contract/schemas/text-schema.ts'
import { ROLE_ORDER } from '#model/permissions.ts'
import { messages } from '../messages/messages.ts'
import { CARD_FIELD_SCHEMAS, MAX_NAME_LENGTH } from './card-fields.ts'
import { CommandError } from './command-error.ts'

/** Later cards get higher numbers, and a card path has at most nine digits. */
export const MAX_CARD_NUMBER = 99_999_999

const refusalSchema = v.strictObject({ code: v.picklist(REFUSAL_CODES), reason: v.string() })

const columnSchema = v.strictObject({
  name: visibleText('name', MAX_NAME_LENGTH),
  minRole: v.picklist(ROLE_ORDER),
})

const cardSchema = v.strictObject({
  /** Kept when the file becomes a new board. */
  number: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_CARD_NUMBER))),
  /** With the names of things in this file. */
  ...CARD_FIELD_SCHEMAS,
  /** The scripted gate refuses every promotion of this card. */
  refusal: v.optional(refusalSchema),
  /** It shows why its last promotion was refused. Needs `refusal`. */
  isBlocked: v.optional(v.boolean()),
})

/** A board as a file: what `npm run board -- export` writes and `import` reads. */
const boardFileSchema = v.strictObject({
  format: v.literal('trunkline-board-1'),
  name: visibleText('name', MAX_NAME_LENGTH),
  projects: v.pipe(v.array(visibleText('project', MAX_NAME_LENGTH)), v.minLength(1)),
  columns: v.array(columnSchema),
  labels: v.array(
    v.strictObject({
      name: visibleText('name', MAX_LABEL_NAME_LENGTH),
      color: v.picklist(PALETTE),
    }),
  ),
  cards: v.array(cardSchema),
})

export type BoardFile = v.InferOutput<typeof boardFileSchema>
export type FileCard = BoardFile['cards'][number]
export type FileColumn = BoardFile['columns'][number]

/** Throws CommandError with everything that is wrong, and where. */
export function parseBoardFile(text: string, name: string): BoardFile {
  const json = parseJson(text, name)
  const result = v.safeParse(boardFileSchema, json)
  if (!result.success) {
    const faults = result.issues.slice(0, 5).map(describeIssue)
    throw new CommandError(messages.board.fileInvalid(name, faults))
  }
  rejectDuplicates(result.output, name)
  return result.output
}

/** One issue of a value that a person wrote, with its place. */
function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  return path === null ? issue.message : `${path}: ${issue.message}`
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(messages.board.fileNotJson(name))
  }
}

/** Cards refer to columns, projects, and labels by name. */
function rejectDuplicates(file: BoardFile, name: string): void {
  const numbers = file.cards.flatMap((card) => (card.number === undefined ? [] : [card.number]))
  const faults = [
    ...duplicates(file.columns.map((column) => column.name)),
    ...duplicates(file.projects),
    ...duplicates(file.labels.map((label) => label.name)),
    ...duplicates(numbers.map((number) => `#${number}`)),
  ]
  if (faults.length > 0) throw new CommandError(messages.board.fileDuplicates(name, faults))
}

export function duplicates(values: readonly string[]): string[] {
  const seen = new Set<string>()
  const isSecond = (value: string) => {
    const key = value.normalize('NFKC').toLowerCase()
    const isKnown = seen.has(key)
    seen.add(key)
    return isKnown
  }
  return [...new Set(values.filter(isSecond))]
}
