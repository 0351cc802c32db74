import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import {
  cardBranches,
  defaultConfig,
  HIDE_AFTER_DAYS,
  parseConfig,
} from '#service/repository/config/board-config.ts'

const text = messages.repository
const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const schema = JSON.parse(read('public/board.schema.json'))

const WORK = { name: 'Work', rule: 'work' }
const MAIN = { name: 'Main', rule: { branch: 'main' } }

test('the example in the documentation is a valid .board.json', () => {
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(read('.github/REPOSITORY.md')) ?? []
  expect(parseConfig(example).columns.map(({ name }) => name)).toEqual([
    'Work',
    'Integration',
    'Staging',
    'Production',
  ])
})

test('the JSON Schema has the fields that the service accepts, and no others', () => {
  const { columns, cards, checks, web } = schema.properties
  const sample = (properties: Record<string, { default?: unknown }>, values: object) =>
    expect(Object.keys(properties).sort()).toEqual(Object.keys(values).sort())
  const full = {
    $schema: '/board.schema.json',
    columns: [{ ...WORK, minRole: 'member' }, MAIN],
    cards: {
      from: 'pulls',
      branches: ['card/*'],
      exclude: ['card/tmp-*'],
      number: ['card/{number}-*'],
      hideAfterDays: 90,
    },
    checks: {
      notes: 'refs/notes/checks',
      required: ['unit'],
      trustedAuthors: ['ci@example.test'],
      command: ['npm', 'test'],
      timeout: 60,
      forge: true,
      review: 'approved',
    },
    signOff: true,
    web: { branch: 'https://a.example/{branch}', commit: 'https://a.example/{commit}' },
  }
  const parsed = parseConfig(JSON.stringify(full))
  sample(schema.properties, full)
  sample(columns.items.properties, full.columns[0] ?? {})
  sample(cards.properties, full.cards)
  sample(checks.properties, full.checks)
  sample(web.properties, full.web)
  expect(parsed.checks).toEqual(full.checks)
  expect(cards.properties.hideAfterDays.default).toBe(HIDE_AFTER_DAYS)
  expect(columns.items.properties.minRole.default).toBe(
    parseConfig(JSON.stringify({ columns: [WORK, MAIN] })).columns[1]?.minRole,
  )
})

test.each([
  ['not JSON', '{', text.configNotJson],
  ['a first column with a branch', { columns: [MAIN, WORK] }, text.configFirstColumn],
  ['two columns for work', { columns: [WORK, { ...WORK, name: 'x' }] }, text.configOneWork],
  ['one branch twice', { columns: [WORK, MAIN, { ...MAIN, name: 'x' }] }, text.configBranchTwice],
  [
    'one pattern of tags twice',
    {
      columns: [WORK, MAIN, { name: 'a', rule: { tag: 'v*' } }, { name: 'b', rule: { tag: 'v*' } }],
    },
    text.configBranchTwice,
  ],
  ['an option as a tag', { columns: [WORK, MAIN, { name: 'x', rule: { tag: '--x' } }] }, 'rule'],
  ['a link without https', { columns: [WORK, MAIN], web: { branch: 'http://a/{branch}' } }, 'web'],
  ['a link without a place', { columns: [WORK, MAIN], web: { commit: 'https://a/' } }, 'web'],
  ['one name twice', { columns: [WORK, { ...MAIN, name: 'work' }] }, text.configNameTwice],
  ['an unknown field', { columns: [WORK, MAIN], more: 1 }, 'more'],
  ['an unknown role', { columns: [{ ...WORK, minRole: 'boss' }, MAIN] }, 'columns.0.minRole'],
  [
    'a squash in a later column',
    { columns: [WORK, MAIN, { name: 'x', rule: { branch: 'x', style: 'squash' } }] },
    text.configStyle,
  ],
  ['a number without its place', { columns: [WORK, MAIN], cards: { number: ['pr-*'] } }, 'number'],
  ['no days', { columns: [WORK, MAIN], cards: { hideAfterDays: 0 } }, 'hideAfterDays'],
  ['one column', { columns: [WORK] }, 'columns'],
  [
    'an option as a branch',
    { columns: [WORK, { name: 'x', rule: { branch: '--upload' } }] },
    'rule',
  ],
  ['a way out', { columns: [WORK, { name: 'x', rule: { branch: 'a/../b' } }] }, 'rule'],
  [
    'notes elsewhere',
    { columns: [WORK, MAIN], checks: { notes: 'refs/heads/main' } },
    'checks.notes',
  ],
])('%s is a fault with a name', (_, config, fault) => {
  const json = typeof config === 'string' ? config : JSON.stringify(config)
  expect(() => parseConfig(json)).toThrow(fault)
})

const isCard = async (name: string, config: Parameters<typeof cardBranches>[1]) =>
  (await cardBranches([{ name }], config)).length === 1

test('without a file, the stages are the default branch and the usual ones that exist', async () => {
  const config = defaultConfig('trunk', new Set(['trunk', 'production', 'main', 'x']))
  expect(config.columns.map(({ name }) => name)).toEqual(['Work', 'Trunk', 'Production'])
  expect(await isCard('production', config)).toBe(false)
  expect(await isCard('main', config)).toBe(true)
})

test.each([
  ['card/*', 'card/12-x/y', true],
  ['card/*', 'cards/12', false],
  ['*-fix', 'login-fix', true],
  ['*-fix', 'fix', false],
  ['a*b*c', 'a1b2c', true],
  ['a*b*c', 'ac', false],
  ['a*a', 'a', false],
  ['exact', 'exact', true],
  ['x.y', 'xzy', false],
  [`${'*a'.repeat(100)}b`, 'a'.repeat(5_000), false],
])('the pattern %s for %s: %s', async (pattern, name, expected) => {
  const columns = defaultConfig('main', new Set(['main'])).columns
  expect(await isCard(name, { columns, cards: { branches: [pattern] } })).toBe(expected)
  expect(await isCard(name, { columns, cards: { exclude: [pattern] } })).toBe(!expected)
})
