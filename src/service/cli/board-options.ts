import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { visibleText } from '#contract/schemas/text-schema.ts'
import { ROLE_ORDER } from '#model/permissions.ts'
import {
  type BoardFile,
  duplicates,
  type FileColumn,
  MAX_NAME_LENGTH,
  MAX_TITLE_LENGTH,
  PRIORITIES,
  parseBoardFile,
} from '../boards/board-file.ts'
import { CommandError } from '../boards/command-error.ts'
import { parseCsvCards } from '../boards/csv-cards.ts'
import type { CardChange } from '../boards/edit-card.ts'
import type { BoardContent } from '../boards/transfer-board.ts'
import { messages } from '../messages.ts'

export const HELP = `Usage: npm run board -- COMMAND [options]

  create --name NAME --columns "NAME:ROLE,…" [--project NAME]…
  columns --board ID --columns "NAME:ROLE,…"     set the columns and their order
  project --board ID --project NAME              add a project
  label --board ID --label NAME [--color COLOR]  add a label
  add-card --board ID --title TITLE [--column NAME] [--project NAME]
           [--priority PRIORITY] [--assignee NAME] [--label NAME]…
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

  --data DIR     directory of the store (./.board)      BOARD_DATA
                 Without --data, DATABASE_URL is used if it is set.

Roles: ${ROLE_ORDER.join(', ')}.
Priorities: ${PRIORITIES.join(', ')}.
A CSV file has the heads title, column, project, priority, assignee, labels (separated by ";").
`

export type BoardValues = ReturnType<typeof parseBoardArguments>['values']

export function parseBoardArguments() {
  return parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      columns: { type: 'string' },
      project: { type: 'string', multiple: true },
      board: { type: 'string' },
      card: { type: 'string' },
      title: { type: 'string' },
      column: { type: 'string' },
      priority: { type: 'string' },
      assignee: { type: 'string' },
      label: { type: 'string', multiple: true },
      color: { type: 'string' },
      out: { type: 'string' },
      replace: { type: 'boolean' },
      data: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
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
  const digits = required(value, option).replace(/^#/, '')
  if (/^[1-9]\d{0,8}$/.test(digits)) return Number(digits)
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

export function cardChange(values: BoardValues): CardChange {
  const { title, column, project, priority, assignee, label } = values
  const change: CardChange = {}
  if (title !== undefined) change.title = text(title, 'title', MAX_TITLE_LENGTH)
  if (column !== undefined) change.column = column
  if (project?.[0] !== undefined) change.project = project[0]
  if (priority !== undefined) change.priority = oneOf(priority, PRIORITIES, 'priority')
  if (assignee !== undefined) {
    change.assignee = assignee === '' ? '' : text(assignee, 'assignee', MAX_NAME_LENGTH)
  }
  if (label !== undefined) change.labels = label.filter(Boolean)
  return change
}

export function parseImport(name: string, content: string): BoardFile | BoardContent {
  if (!/\.csv$/i.test(name)) return parseBoardFile(content, name)
  return { columns: [], labels: [], cards: parseCsvCards(content, name) }
}
