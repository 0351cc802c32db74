import { expect, test } from 'vitest'
import { KNOWN_FIELDS } from '#contract/finding-collector.ts'
import { boardSchema } from '#contract/schemas/board-schema.ts'
import { taskSchema } from '#contract/schemas/card-schema.ts'
import { BOARD, LABELS, ME } from '#test/support/mutated-response.ts'

/** The names of an object in a schema, whatever makes it optional. */
function fieldsOf(schema: object): string[] {
  const inner: unknown = Reflect.get(schema, 'wrapped')
  if (typeof inner === 'object' && inner !== null) return fieldsOf(inner)
  return Object.keys(Reflect.get(schema, 'entries') ?? {}).sort()
}

function entry(schema: object, name: string): object {
  const inner: unknown = Reflect.get(schema, 'wrapped')
  const entries: unknown = Reflect.get(schema, 'entries')
  if (typeof inner === 'object' && inner !== null) return entry(inner, name)
  return Object(Object(entries)[name])
}

const repository = entry(taskSchema, 'repository')

test.each([
  ['board', boardSchema],
  ['card', taskSchema],
  ['card repository', repository],
  ['next move', entry(repository, 'next')],
  ['pull', entry(repository, 'pull')],
] as const)('the page knows every field that our service sends of a %s', (kind, schema) => {
  const fields = fieldsOf(schema)
  expect(fields.length).toBeGreaterThan(3)
  const known: ReadonlySet<string> = KNOWN_FIELDS[kind]
  expect(fields.filter((field) => !known.has(field))).toEqual([])
})

const [column] = BOARD.columns
const [card] = column?.tasks ?? []

test.each([
  ['credential', ME],
  ['board entry', ME.boards[0]],
  ['board', BOARD],
  ['card', card],
  ['card repository', card?.repository],
  ['check', card?.repository?.checks[0]],
  ['pull', card?.repository?.pull],
  ['next move', card?.repository?.next],
  ['label', LABELS[0]],
] as const)('the search of responses changes every field of a %s', (kind, json) => {
  const fields = [...KNOWN_FIELDS[kind]].sort()
  expect(fields.filter((field) => !(field in Object(json)))).toEqual([])
})
