import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createBoardService } from '#service/api/app.ts'
import { seedDemo } from '#service/demo/seed-demo.ts'
import type { Gate, PromotionRequest, PromotionResult } from '#service/gate/gate.ts'
import { createScriptedGate } from '#service/gate/scripted-gate.ts'
import { messages } from '#service/messages/messages.ts'
import { BoardStore } from '#service/store/board-store.ts'
import { CredentialStore } from '#service/store/credential-store.ts'
import type { Database } from '#service/store/open-database.ts'
import { StoreError } from '#service/store/store-error.ts'
import { openTestDatabase } from '#test/support/test-database.ts'

const RED: PromotionResult = { type: 'refused', code: 'checks_red', reason: 'red on the old stage' }

let database: Database
let key: string
let faults: unknown[]
let asked: PromotionRequest[]
/** What the gate does. It can wait, or change the store. */
let decide: (request: PromotionRequest) => Promise<PromotionResult> | PromotionResult
let service: ReturnType<typeof createBoardService>

beforeEach(async () => {
  database = await openTestDatabase()
  const keys = await seedDemo(database, { now: new Date('2026-01-05T09:00:00Z') })
  key = keys.find(({ name }) => name === 'maintainer')?.secret ?? ''
  faults = []
  asked = []
  decide = () => ({ type: 'promoted' })
  const gate: Gate = {
    promote: async (request) => {
      asked.push(request)
      return decide(request)
    },
  }
  service = createBoardService({
    store: new BoardStore(database),
    credentials: new CredentialStore(database),
    gate,
    onFault: (_, error) => faults.push(error),
  })
})

afterEach(() => database.close())

function encode(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return typeof body === 'string' ? body : JSON.stringify(body)
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  return service.fetch(
    new Request(`http://board.test${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      body: body === undefined ? null : encode(body),
    }),
  )
}

const patchCard = (number: number, body: unknown, headers = {}) =>
  call('PATCH', `/v1/cards/${number}`, body, headers)
const boardVersion = async () => (await call('GET', '/v1/board')).headers.get('ETag') ?? ''
const storedCard = (number: number) => new BoardStore(database).board(12).card(number)
const setPriority = async (number: number, priority: string) => {
  if (database.dialect === 'sqlite')
    await sql`pragma ignore_check_constraints = on`.execute(database.db)
  else await sql`alter table cards drop constraint cards_priority_check`.execute(database.db)
  await database.db
    .updateTable('cards')
    .set({ priority })
    .where('number', '=', number)
    .where('board_id', '=', 12)
    .execute()
}

describe('a move', () => {
  test('never reaches the gate when its version is stale, and changes nothing', async () => {
    const stale = await boardVersion()
    await patchCard(102, { labelIds: ['1201'] })
    decide = () => RED
    const response = await patchCard(101, { statusId: '1202' }, { 'If-Match': stale })
    expect(response.status).toBe(412)
    expect(asked).toEqual([])
    expect(await storedCard(101)).toMatchObject({ stage_id: 1_201, blocked_reason: null })
  })

  test('tells the gate who asks for what, with an id of its own', async () => {
    await patchCard(101, { statusId: '1202' })
    await patchCard(102, { statusId: '1202' })
    expect(asked[0]).toMatchObject({
      actor: expect.stringMatching(/^client-/),
      boardId: 12,
      card: { number: 101, title: 'Rotate signing keys' },
      from: { name: 'Queued' },
      to: { name: 'Building' },
    })
    expect(asked[0]?.intentId).not.toBe(asked[1]?.intentId)
  })

  test('that is refused late does not block a card that has moved on', async () => {
    decide = async ({ to }) => {
      if (to.name !== 'Building') return { type: 'promoted' }
      await patchCard(101, { statusId: '1203' })
      return RED
    }
    const response = await patchCard(101, { statusId: '1202' })
    expect([response.status, (await response.json()).code]).toEqual([409, 'promotion_refused'])
    expect(await storedCard(101)).toMatchObject({ stage_id: 1_203, blocked_reason: null })
  })

  test('that is allowed late is not carried out on a card that has moved on', async () => {
    decide = async ({ to }) => {
      if (to.name === 'Building') await patchCard(101, { statusId: '1203' })
      return { type: 'promoted' }
    }
    const response = await patchCard(101, { statusId: '1202' })
    const problem = await response.json()
    expect([response.status, problem.code]).toEqual([409, 'card_moved'])
    expect(problem.detail).toBe(messages.problems.cardMovedByOthers('Review'))
    expect(await storedCard(101)).toMatchObject({ stage_id: 1_203 })
    expect(asked).toHaveLength(2)
  })

  test('succeeds when somebody else has moved the card to the same column', async () => {
    decide = async () => {
      const target = { stage_id: 1_202 }
      await database.db
        .updateTable('cards')
        .set(target)
        .where('number', '=', 101)
        .where('board_id', '=', 12)
        .execute()
      return { type: 'promoted' }
    }
    const response = await patchCard(101, { statusId: '1202' })
    expect(response.status).toBe(200)
    expect((await response.json()).statusId).toBe('1202')
  })

  test('says that the card is gone when somebody removes it while the gate decides', async () => {
    decide = async ({ card }) => {
      await database.db.deleteFrom('cards').where('id', '=', card.id).execute()
      return { type: 'promoted' }
    }
    const response = await patchCard(103, { statusId: '1202' })
    expect([response.status, (await response.json()).code]).toEqual([409, 'card_moved'])
  })

  test('keeps only the labels that still exist when one is deleted while the gate decides', async () => {
    decide = async () => {
      await call('DELETE', '/v1/labels/1203')
      return { type: 'promoted' }
    }
    const response = await patchCard(101, { statusId: '1202', labelIds: ['1202', '1203'] })
    expect(response.status).toBe(200)
    expect((await response.json()).labels).toEqual(['1202'])
  })

  test('with a version changes nothing when the labels change while the gate decides', async () => {
    const version = await boardVersion()
    decide = async () => {
      await patchCard(101, { labelIds: ['1205'] })
      return { type: 'promoted' }
    }
    const body = { statusId: '1202', labelIds: ['1201'] }
    const response = await patchCard(101, body, { 'If-Match': version })
    expect(response.status).toBe(412)
    expect(await storedCard(101)).toMatchObject({ stage_id: 1_201, labelIds: [1_205] })
  })

  test('leaves a record of each promotion', async () => {
    await patchCard(101, { statusId: '1202' })
    decide = () => RED
    await patchCard(102, { statusId: '1202' })
    const intents = await database.db.selectFrom('move_intents').selectAll().execute()
    expect(intents.map(({ state }) => state).sort()).toEqual(['promoted', 'refused'])
    const audit = await database.db.selectFrom('audit').selectAll().execute()
    expect(audit.map(({ action, subject }) => `${action} ${subject}`)).toContain(
      'card.move card 101',
    )
  })
})

test('a promotion that the store decides is one transaction, and one that asks elsewhere is two', async () => {
  const writes = vi.spyOn(BoardStore.prototype, 'writeCard')
  expect((await patchCard(101, { statusId: '1202' })).status).toBe(200)
  expect(writes).toHaveBeenCalledTimes(2)
  service = createBoardService({
    store: new BoardStore(database),
    credentials: new CredentialStore(database),
    gate: createScriptedGate(database.reader),
  })
  writes.mockClear()
  expect((await patchCard(101, { statusId: '1203' })).status).toBe(200)
  expect((await patchCard(106, { statusId: '1204' })).status).toBe(409)
  expect(writes).toHaveBeenCalledTimes(2)
  writes.mockRestore()
  expect((await storedCard(101))?.stage_id).toBe(1203)
  expect((await storedCard(106))?.blocked_code).toBe('checks_red')
  const states = await database.db.selectFrom('move_intents').select('state').execute()
  expect(states.map(({ state }) => state).sort()).toEqual(['promoted', 'promoted', 'refused'])
})

describe('a response never contradicts the store', () => {
  test('an error after the commit says that the change was made', async () => {
    await setPriority(101, 'critical')
    const response = await patchCard(101, { statusId: '1202' })
    const problem = await response.json()
    expect([response.status, problem.detail]).toEqual([500, messages.problems.changeMade])
    expect(await storedCard(101)).toMatchObject({ stage_id: 1_202 })
    expect(faults).toHaveLength(1)
  })

  test('an error of the gate says that nobody knows whether the card was promoted', async () => {
    decide = () => Promise.reject(new Error('The gate broke.'))
    const response = await patchCard(101, { statusId: '1202' })
    const problem = await response.json()
    expect([response.status, problem.detail]).toEqual([500, messages.problems.promotionUncertain])
    expect(faults).toHaveLength(1)
  })

  test('an error after the gate has promoted does not say that nothing was changed', async () => {
    decide = () => {
      vi.spyOn(BoardStore.prototype, 'writeCard').mockRejectedValueOnce(
        new StoreError('full', new Error('x')),
      )
      return { type: 'promoted' }
    }
    const response = await patchCard(101, { statusId: '1202' })
    vi.restoreAllMocks()
    const problem = await response.json()
    expect([response.status, problem.detail]).toEqual([500, messages.problems.promotionUncertain])
  })

  test('an error before the gate is asked says that nothing was changed', async () => {
    vi.spyOn(BoardStore.prototype, 'writeCard').mockRejectedValueOnce(new Error('The store broke.'))
    decide = () => Promise.reject(new Error('Never asked.'))
    const response = await patchCard(101, { statusId: '1202' })
    vi.restoreAllMocks()
    const problem = await response.json()
    expect([response.status, problem.detail]).toEqual([500, messages.problems.internal])
    expect(await storedCard(101)).toMatchObject({ stage_id: 1_201 })
  })

  test('a row outside the contract hides only itself', async () => {
    await setPriority(101, 'critical')
    await patchCard(102, { labelIds: [] })
    const response = await call('GET', '/v1/board')
    expect(response.status).toBe(200)
    const { columns } = await response.json()
    const numbers = columns.flatMap((column: { tasks: { number: number }[] }) =>
      column.tasks.map((task) => task.number),
    )
    expect(numbers).toHaveLength(59)
    expect(numbers).not.toContain(101)
    expect(String(faults[0])).toContain('Card 101 is left out')
  })

  test('a label id is never used again', async () => {
    const create = async (name: string) =>
      (await (await call('POST', '/v1/labels', { name })).json()).id
    const first = await create('reuse A')
    await call('DELETE', `/v1/labels/${first}`)
    const second = await create('reuse B')
    expect(second).not.toBe(first)
    const stale = await patchCard(101, { labelIds: [first] })
    expect(stale.status).toBe(400)
  })

  test.each([
    ['a NUL character', JSON.stringify({ name: 'nul\u0000tail' })],
    ['a lone surrogate', '{"name":"lone \\ud800 x"}'],
    ['an escape sequence', JSON.stringify({ name: '\u001b[31mred' })],
    ['a line break', JSON.stringify({ name: 'two\nlines' })],
    ['a bidi override', JSON.stringify({ name: 'evil\u202egnp.exe' })],
    ['only zero-width characters', JSON.stringify({ name: '\u200b\u200d\ufeff' })],
    ['only a braille without dots', JSON.stringify({ name: '\u2800' })],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    ],
    ['a byte order mark', `\ufeff${JSON.stringify({ name: 'bom' })}`],
  ])('a label with %s is rejected, and nothing is stored', async (_, body) => {
    const before = await (await call('GET', '/v1/labels')).json()
    expect((await call('POST', '/v1/labels', body)).status).toBe(400)
    expect(await (await call('GET', '/v1/labels')).json()).toEqual(before)
  })

  test('a name is stored exactly as it was acknowledged', async () => {
    for (const name of ['👩‍💻 pairing', 'Ελληνικά', 'עברית', 'a  b', '0', 'null', '<b>', '𝒳']) {
      const created = await (await call('POST', '/v1/labels', { name })).json()
      expect(created.name).toBe(name)
      const stored = await (await call('GET', '/v1/labels')).json()
      expect(stored).toContainEqual(created)
    }
  })
})

describe('the version of a board', () => {
  test.each([
    ['a label that exists', () => call('POST', '/v1/labels', { name: 'BUG' })],
    ['the deletion of a missing label', () => call('DELETE', '/v1/labels/999999')],
    ['an empty change of a label', () => call('PATCH', '/v1/labels/1201', {})],
    [
      'the same name and color',
      () => call('PATCH', '/v1/labels/1201', { name: 'bug', color: 'red' }),
    ],
    ['a move into the same column', () => patchCard(101, { statusId: '1201' })],
    ['the same labels', () => patchCard(101, { labelIds: ['1202'] })],
    ['an empty change of a card', () => patchCard(101, {})],
    ['an unknown label', () => patchCard(101, { labelIds: ['1'] })],
  ])('stays the same after %s', async (_, write) => {
    const before = await boardVersion()
    await write()
    expect(await boardVersion()).toBe(before)
  })

  test('changes with the first refusal, and not with the same one again', async () => {
    decide = () => RED
    const start = await boardVersion()
    await patchCard(101, { statusId: '1202' })
    const first = await boardVersion()
    const blockedAt = (await storedCard(101))?.blocked_at
    await patchCard(101, { statusId: '1202' })
    expect(first).not.toBe(start)
    expect(await boardVersion()).toBe(first)
    expect((await storedCard(101))?.blocked_at).toBe(blockedAt)
    decide = () => ({ ...RED, reason: 'red for another reason' })
    await patchCard(101, { statusId: '1202' })
    expect(await boardVersion()).not.toBe(first)
  })

  test('is checked by writes to labels too', async () => {
    const version = async () => (await call('GET', '/v1/labels')).headers.get('ETag') ?? ''
    const stale = await version()
    await call('POST', '/v1/labels', { name: 'newer' })
    const change = { color: 'blue' }
    expect((await call('PATCH', '/v1/labels/1201', change, { 'If-Match': stale })).status).toBe(412)
    expect((await call('DELETE', '/v1/labels/1201', undefined, { 'If-Match': stale })).status).toBe(
      412,
    )
    const current = { 'If-Match': await version() }
    expect((await call('PATCH', '/v1/labels/1201', change, current)).status).toBe(200)
  })
})

test('duplicates and other spellings of label ids are no error of the service', async () => {
  const duplicate = await patchCard(101, { labelIds: ['1201', '1201'] })
  expect([duplicate.status, (await duplicate.json()).labels]).toEqual([200, ['1201']])
  expect((await patchCard(101, { labelIds: ['1201', '01201'] })).status).toBe(400)
  expect((await call('PATCH', '/v1/cards/00101', { labelIds: [] })).status).toBe(404)
  expect((await call('DELETE', '/v1/labels/01201')).status).toBe(404)
  expect(faults).toEqual([])
})

test('an error repeats only the beginning of what was sent', async () => {
  const response = await patchCard(101, { labelIds: ['9'.repeat(60_000)] })
  expect((await response.text()).length).toBeLessThan(500)
})

test('a board has a limited number of labels', async () => {
  const rows = Array.from({ length: 988 }, (_, index) => ({
    board_id: 12,
    name: `label ${index}`,
    name_key: `label ${index}`,
    color: 'gray',
    created_at: '2026-01-05T09:00:00.000Z',
    created_by: 'operator',
  }))
  for (let start = 0; start < rows.length; start += 90) {
    await database.db
      .insertInto('labels')
      .values(rows.slice(start, start + 90))
      .execute()
  }
  const response = await call('POST', '/v1/labels', { name: 'one more' })
  expect([response.status, (await response.json()).code]).toEqual([409, 'too_many_labels'])
})

test('a load shows one moment, whatever is written at the same time', async () => {
  const both = { statusId: '1202', labelIds: ['1204'] }
  const back = { statusId: '1201', labelIds: ['1202'] }
  let isDone = false
  const write = async () => {
    for (let round = 0; round < 40; round += 1) await patchCard(101, round % 2 ? back : both)
    isDone = true
  }
  const writing = write()
  const seen = new Set<string>()
  while (!isDone) {
    const { columns } = await (await call('GET', '/v1/board')).json()
    const cards = columns.flatMap((column: { tasks: { number: number }[] }) => column.tasks)
    const card = cards.find((candidate: { number: number }) => candidate.number === 101)
    seen.add(`${card.statusId} ${card.labels.join()}`)
  }
  await writing
  for (const state of seen) expect(['1201 1202', '1202 1204']).toContain(state)
})

test('a write records more changes than one statement can hold', async () => {
  const changes = 12_000
  const context = { actor: 'ada', now: new Date() }
  await new BoardStore(database).write(12, context, async (board) => {
    for (let index = 0; index < changes; index += 1) board.record('card.move', `card ${index}`, '')
  })
  const lines = await database.reader
    .selectFrom('audit')
    .select('subject')
    .where('actor', '=', 'ada')
    .orderBy('id')
    .execute()
  expect(lines).toHaveLength(changes)
  expect(lines.every(({ subject }, index) => subject === `card ${index}`)).toBe(true)
})

test('an id that no row can have is unknown, and no error of the service', async () => {
  const labelId = '999999999999999'
  expect((await patchCard(101, { labelIds: [labelId] })).status).toBe(400)
  expect((await call('DELETE', `/v1/labels/${labelId}`)).status).toBe(404)
  expect((await call('PATCH', `/v1/cards/${labelId}`, { labelIds: [] })).status).toBe(404)
  expect(faults).toEqual([])
})
