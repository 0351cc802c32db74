import * as v from 'valibot'
import { PRIORITIES } from '#contract/card-values.ts'
import { PALETTE } from '#contract/palette.ts'
import { visibleText } from '#contract/schemas/text-schema.ts'
import { ROLE_ORDER } from '#model/permissions.ts'
import { duplicates, type FileColumn } from '../boards/board-file.ts'
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
import { messages } from '../messages/messages.ts'
import { readRowId } from '../store/read-row-id.ts'
import { list, single } from './option-table.ts'
import { oneOf } from './option-values.ts'

const number = (text: string, option: string): number => {
  const value = readRowId(text.replace(/^#/, ''))
  if (value !== undefined) return value
  throw new CommandError(messages.board.notNumber(option, text))
}

/** Reads a text that can be seen. It throws CommandError. */
export const visible = (maxLength: number) => (text: string, option: string) => {
  const result = v.safeParse(visibleText(option.replace(/^--/, ''), maxLength), text)
  if (result.success) return result.output
  throw new CommandError(messages.board.optionInvalid(option, result.issues[0].message))
}

export const BOARD_OPTIONS = {
  board: single('ID', 'number of the board', { read: number }),
  card: single('NUMBER', 'number of the card', { read: number }),
  name: single('NAME', 'name of the board', { read: visible(MAX_NAME_LENGTH) }),
  columns: single('NAME:ROLE,…', `in their order; roles: ${ROLE_ORDER.join(', ')}`, {
    read: parseColumns,
  }),
  projects: list('NAME', 'name of a project', { read: visible(MAX_NAME_LENGTH) }),
  labels: list('NAME', 'name of a label', { read: visible(MAX_NAME_LENGTH) }),
  color: single('COLOR', PALETTE.join(', '), { read: oneOf(PALETTE), default: PALETTE[0] }),
}

const FIELD_HELP: Partial<Record<CardFieldName, string>> = {
  project: 'name of a project',
  priority: PRIORITIES.join(', '),
  labels: 'name of a label; none with ""',
  assignee: 'name of a person; none with ""',
}

/** By the names of the options. */
export const CARD_FIELD_OPTIONS = Object.fromEntries(
  CARD_FIELD_NAMES.map((field) => {
    const { name, placeholder, isList } = CARD_FIELDS[field].option
    const entry = isList ? list : single
    const help = FIELD_HELP[field] ?? `${name} of the card`
    return [name, entry(placeholder, help, { canBeEmpty: true })] as const
  }),
)

/** Throws CommandError. */
export function withoutRepeats(names: readonly string[]): string[] {
  const twice = duplicates(names)
  if (twice.length > 0) throw new CommandError(messages.board.namesTwice(twice))
  return [...names]
}

function parseColumns(text: string): FileColumn[] {
  const columns = text.split(',').map((item) => {
    const [name = '', role = 'member', ...rest] = item.split(':').map((part) => part.trim())
    const minRole = ROLE_ORDER.find((known) => known === role)
    if (!name || !minRole || rest.length > 0) {
      throw new CommandError(messages.board.columnsFormat(item))
    }
    return { name: visible(MAX_NAME_LENGTH)(name, '--columns'), minRole }
  })
  withoutRepeats(columns.map(({ name }) => name))
  return columns
}

/** The given options that are fields of a card. Throws CommandError. */
export function cardChange(values: Readonly<Record<string, unknown>>): CardChange {
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

function cardOption(name: CardFieldName, values: Readonly<Record<string, unknown>>): unknown {
  const { schema, option, isOptional } = CARD_FIELDS[name]
  const texts = [values[option.name] ?? []].flat()
  if (texts.length === 0) return undefined
  const [first] = texts
  if (isOptional && texts.every((given) => given === '')) return NO_VALUE
  const result = v.safeParse(schema, option.isList ? texts.filter(Boolean) : first)
  if (result.success) return result.output
  throw new CommandError(messages.board.optionInvalid(`--${option.name}`, result.issues[0].message))
}
