import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { PRIORITIES } from '#contract/card-values.ts'
import { visibleText } from '#contract/schemas/text-schema.ts'
import { ROLE_ORDER } from '#model/permissions.ts'
import {
  type BoardFile,
  duplicates,
  type FileColumn,
  parseBoardFile,
} from '../boards/board-file.ts'
import {
  CARD_FIELD_NAMES,
  CARD_FIELDS,
  type CardChange,
  type CardFieldName,
  type CardValues,
  MAX_NAME_LENGTH,
  NO_VALUE,
} from '../boards/card-fields.ts'
import { CommandError } from '../boards/command-error.ts'
import { parseCsvCards } from '../boards/csv-cards.ts'
import type { BoardContent } from '../boards/transfer-board.ts'
import { DATA_DEFAULT, PROGRAMS } from '../messages/command-names.ts'
import { messages } from '../messages/messages.ts'
import { readRowId } from '../store/read-row-id.ts'

/** "--title TITLE [--column NAME] …": only the title is needed. */
function cardUsage(): string {
  const usages = CARD_FIELD_NAMES.map((name) => {
    const { option } = CARD_FIELDS[name]
    const usage = `--${option.name} ${option.placeholder}`
    if (name === 'title') return usage
    return option.isList ? `[${usage}]…` : `[${usage}]`
  })
  return `${usages.slice(0, 3).join(' ')}\n           ${usages.slice(3).join(' ')}`
}

export const BOARD_HELP = `Usage: ${PROGRAMS.board} COMMAND [options]

  create --name NAME --columns "NAME:ROLE,…" [--project NAME]…
  columns --board ID --columns "NAME:ROLE,…"     set the columns and their order
  project --board ID --project NAME              add a project
  label --board ID --label NAME [--color COLOR]  add a label
  add-card --board ID ${cardUsage()}
  edit-card --board ID --card NUMBER [the same options]
  remove-card --board ID --card NUMBER
  unblock --board ID --card NUMBER               remove the reason of a refusal
  list                                           show all boards
  import FILE.json [--board ID [--replace]]      create a board, or add to one
  import FILE.csv --board ID [--replace]         add cards, or replace all
  export --board ID [--out FILE]
  audit --board ID                               show who did what
  backup FILE                                    copy the store while it's in use
  restore FILE --data DIR                        into an empty directory

  --data DIR     directory of the store ${DATA_DEFAULT.padEnd(16)}BOARD_DATA
                 Without --data, DATABASE_URL is used if it is set.

Roles: ${ROLE_ORDER.join(', ')}.
Priorities: ${PRIORITIES.join(', ')}.
A CSV file has the heads ${CARD_FIELD_NAMES.join(', ')} (labels are separated by ";").
`

const TEXT = { type: 'string' } as const
const TEXTS = { type: 'string', multiple: true } as const

const CARD_OPTIONS = Object.fromEntries(
  CARD_FIELD_NAMES.map((name) => {
    const { option } = CARD_FIELDS[name]
    return [option.name, option.isList ? TEXTS : TEXT] as const
  }),
)

/** Of the commands, besides those that are fields of a card. */
const OPTIONS = {
  name: TEXT,
  columns: TEXT,
  // A board can be created with several.
  project: TEXTS,
  board: TEXT,
  card: TEXT,
  label: TEXTS,
  color: TEXT,
  out: TEXT,
  replace: { type: 'boolean' },
  data: TEXT,
  help: { type: 'boolean', short: 'h' },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

export type BoardValues = Values & Readonly<Record<string, unknown>>

export function parseBoardArguments(): { values: BoardValues; positionals: string[] } {
  const options = { ...CARD_OPTIONS, ...OPTIONS }
  return parseArgs({ allowPositionals: true, options })
}

/** Undefined for what comes after the command: a file. */
export function required(value: string | undefined, option: string | undefined): string {
  if (value !== undefined) return value
  throw new CommandError(option ? messages.board.missingOption(option) : messages.board.missingFile)
}

export function boardOf(values: BoardValues): number {
  return numberOf(values.board, 'board')
}

export function numberOf(value: string | undefined, option: string): number {
  const number = readRowId(required(value, option).replace(/^#/, ''))
  if (number !== undefined) return number
  throw new CommandError(messages.board.notNumber(option, value ?? ''))
}

export function text(value: string, option: string, maxLength: number): string {
  const result = v.safeParse(visibleText(option, maxLength), value)
  if (result.success) return result.output
  throw new CommandError(messages.board.optionInvalid(option, result.issues[0].message))
}

export function oneOf<Value extends string>(
  value: string,
  values: readonly Value[],
  option: string,
): Value {
  const known = values.find((candidate) => candidate === value)
  if (known !== undefined) return known
  throw new CommandError(messages.board.optionInvalid(option, `use one of ${values.join(', ')}`))
}

export function namesOf(values: readonly string[] | undefined, option: string): string[] {
  const names = (values ?? []).map((value) => text(value, option, MAX_NAME_LENGTH))
  const twice = duplicates(names)
  if (twice.length > 0) throw new CommandError(messages.board.namesTwice(twice))
  return names
}

export function parseColumns(list: string): FileColumn[] {
  const columns = list.split(',').map((item) => {
    const [name = '', role = 'member', ...rest] = item.split(':').map((part) => part.trim())
    const minRole = ROLE_ORDER.find((known) => known === role)
    if (!name || !minRole || rest.length > 0) {
      throw new CommandError(messages.board.columnsFormat(item))
    }
    return { name: text(name, 'columns', MAX_NAME_LENGTH), minRole }
  })
  const twice = duplicates(columns.map((column) => column.name))
  if (twice.length > 0) throw new CommandError(messages.board.namesTwice(twice))
  return columns
}

/** The given options that are fields of a card. Throws CommandError. */
export function cardChange(values: BoardValues): CardChange {
  const given = CARD_FIELD_NAMES.flatMap((name) => {
    const value = cardOption(name, values)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(given)
}

/** A new card has nothing to take away. */
export function withoutEmpty(change: CardChange): Partial<CardValues> {
  const given = Object.entries(change).filter(([, value]) => value !== NO_VALUE)
  // The type of an entry's value forgets its name.
  return Object.fromEntries(given) as Partial<CardValues>
}

function cardOption(name: CardFieldName, values: BoardValues): unknown {
  const { schema, option, isOptional } = CARD_FIELDS[name]
  const texts = [values[option.name] ?? []].flat()
  if (texts.length === 0) return undefined
  const [first] = texts
  if (isOptional && texts.every((given) => given === '')) return NO_VALUE
  const result = v.safeParse(schema, option.isList ? texts.filter(Boolean) : first)
  if (result.success) return result.output
  throw new CommandError(messages.board.optionInvalid(option.name, result.issues[0].message))
}

export function parseImport(name: string, content: string): BoardFile | BoardContent {
  if (!/\.csv$/i.test(name)) return parseBoardFile(content, name)
  return { columns: [], labels: [], cards: parseCsvCards(content, name) }
}
