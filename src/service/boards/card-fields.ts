import * as v from 'valibot'
import { PRIORITIES } from '#contract/card-values.ts'
import { visibleText } from '#contract/schemas/text-schema.ts'
import type { CardRow, StoredCard } from '../store/board-reader.ts'
import { type BoardNames, idByName, idByNameOrFirst } from './board-names.ts'

export const MAX_NAME_LENGTH = 200
const MAX_TITLE_LENGTH = 500

/** The names of what a card refers to by id. */
export interface NamesById {
  columnOf: ReadonlyMap<number, string>
  projectOf: ReadonlyMap<number, string>
  labelOf: ReadonlyMap<number, string>
}

interface CardField<Value> {
  /** Of the value in a board file. A CSV file and the commands have the same one as text. */
  schema: v.GenericSchema<unknown, Value>
  /** Of the commands that add and edit a card. A list is given by repeating its option. */
  option: { name: string; placeholder: string; isList?: true }
  /** Whether a card can be without it: then an empty option takes it away. */
  isOptional: boolean
  /** Undefined when the card has no value. */
  read: (card: StoredCard, names: NamesById) => Value | undefined
  /**
   * The columns of the card's row; undefined is the default of a new card. Throws CommandError for
   * a name that the board doesn't have.
   */
  write: (value: Value | undefined, names: BoardNames) => Partial<CardRow>
}

const field = <Value>(definition: CardField<Value>) => definition

/**
 * What people write about a card, each field once: board files, CSV files, the options of the
 * commands, import, export, and edits derive from this list.
 * See .github/decisions/0001-one-place-for-each-fact.md.
 */
export const CARD_FIELDS = {
  title: field({
    schema: visibleText('title', MAX_TITLE_LENGTH),
    option: { name: 'title', placeholder: 'TITLE' },
    isOptional: false,
    read: (card) => card.title,
    write: (title = '') => ({ title }),
  }),
  column: field({
    schema: v.pipe(v.string(), v.nonEmpty('column must not be empty')),
    option: { name: 'column', placeholder: 'NAME' },
    isOptional: false,
    read: (card, { columnOf }) => columnOf.get(card.stage_id),
    write: (name, { stages }) => ({ stage_id: idByNameOrFirst(stages, name, 'column') }),
  }),
  project: field({
    schema: v.pipe(v.string(), v.nonEmpty('project must not be empty')),
    option: { name: 'project', placeholder: 'NAME' },
    isOptional: false,
    read: (card, { projectOf }) => projectOf.get(card.project_id),
    write: (name, { projects }) => ({ project_id: idByNameOrFirst(projects, name, 'project') }),
  }),
  priority: field({
    schema: v.picklist(PRIORITIES, `priority must be one of ${PRIORITIES.join(', ')}`),
    option: { name: 'priority', placeholder: 'PRIORITY' },
    isOptional: false,
    read: (card) => PRIORITIES.find((known) => known === card.priority),
    write: (priority = 'medium') => ({ priority }),
  }),
  assignee: field({
    schema: visibleText('assignee', MAX_NAME_LENGTH),
    option: { name: 'assignee', placeholder: 'NAME' },
    isOptional: true,
    read: (card) => card.assignee_name ?? undefined,
    write: (name = '', { assignees }) => ({
      assignee_id: assignees.get(name) ?? null,
      assignee_name: name || null,
    }),
  }),
  labels: field<string[]>({
    schema: v.array(v.string()),
    option: { name: 'label', placeholder: 'NAME', isList: true },
    isOptional: true,
    read: (card, { labelOf }) => card.labelIds.flatMap((id) => labelOf.get(id) ?? []),
    // They have a table of their own: `cardLabelIds`.
    write: () => ({}),
  }),
}

type Fields = typeof CARD_FIELDS
export type CardFieldName = keyof Fields
type ValueOf<Name extends CardFieldName> = v.InferOutput<Fields[Name]['schema']>

export const CARD_FIELD_NAMES = Object.keys(CARD_FIELDS).filter(isCardField)

function isCardField(name: string): name is CardFieldName {
  return name in CARD_FIELDS
}

/** The given fields of a card. NO_VALUE takes away what a card can be without. */
export type CardChange = { [Name in CardFieldName]?: ValueOf<Name> | typeof NO_VALUE | undefined }

export const NO_VALUE = ''

/** A new card needs only a title. */
export type CardValues = { [Name in CardFieldName]?: ValueOf<Name> | undefined } & { title: string }

/** The schemas of a card in a file, where everything but the title can be left out. */
export const CARD_FIELD_SCHEMAS = {
  ...(Object.fromEntries(
    CARD_FIELD_NAMES.map((name) => [name, v.optional(CARD_FIELDS[name].schema)]),
    // `Object.fromEntries` forgets which schema belongs to which name.
  ) as { [Name in CardFieldName]: v.OptionalSchema<Fields[Name]['schema'], undefined> }),
  title: CARD_FIELDS.title.schema,
}

/** The columns of a new card's row that its fields decide. */
export function newCardColumns(card: CardValues, names: BoardNames): NewCardColumns {
  const columns = CARD_FIELD_NAMES.map((name) => writeField(name, card, names))
  // Each field writes its columns, and a field that writes none of them fails the tests.
  return Object.assign({}, ...columns) as NewCardColumns
}

type NewCardColumns = Pick<
  CardRow,
  'title' | 'stage_id' | 'project_id' | 'priority' | 'assignee_id' | 'assignee_name'
>

/** The columns that a change of these fields changes. */
export function changedColumns(
  change: CardChange,
  fields: readonly CardFieldName[],
  names: BoardNames,
): Partial<CardRow> {
  const given = fields.filter((name) => change[name] !== undefined)
  return Object.assign({}, ...given.map((name) => writeField(name, change, names)))
}

function writeField<Name extends CardFieldName>(
  name: Name,
  change: CardChange,
  names: BoardNames,
): Partial<CardRow> {
  // The compiler doesn't know that both are of the same field.
  const { write } = CARD_FIELDS[name] as CardField<ValueOf<Name>>
  const value = change[name]
  return write(value === NO_VALUE ? undefined : value, names)
}

/** In the order of the names, each once. Throws CommandError for an unknown label. */
export function cardLabelIds({ labels }: CardChange, names: BoardNames): number[] {
  return [...new Set(labels || [])].map((label) => idByName(names.labels, label, 'label'))
}

/** What a file says about a card of the store. */
export function readFields(card: StoredCard, names: NamesById): CardValues {
  const entries = CARD_FIELD_NAMES.flatMap((name) => {
    const value = CARD_FIELDS[name].read(card, names)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(entries), title: card.title }
}
