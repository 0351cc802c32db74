import { setTimeout } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { seedDemo } from '#service/demo/seed-demo.ts'
import { openDatabase } from '#service/store/open-database.ts'
import { createPostgresDatabase } from '#test/support/postgres-database.ts'
import { searchRounds } from '#test/support/search.ts'
import { createDataDirectory, type RunningBoard, startBoard } from '#test/support/start-board.ts'

const ROUNDS = 5
const COLUMNS = ['1201', '1202', '1203', '1204']
const CARDS = [101, 102, 103, 104]
const OPTIONS = ['--writes-per-minute', '1000000', '--log-level', 'error']

/** Starts the service on one store, again and again. */
interface KillableStore {
  key: string
  start: () => Promise<RunningBoard>
  drop: () => Promise<void>
}

async function createStore(): Promise<KillableStore> {
  if (inject('store') !== 'postgres') {
    const data = createDataDirectory()
    const first = await startBoard(OPTIONS, data)
    await first.stop()
    const key = first.keys.maintainer ?? ''
    return { key, start: () => startBoard(OPTIONS, data), drop: async () => undefined }
  }
  const { url, drop } = await createPostgresDatabase()
  const database = await openDatabase({ type: 'postgres', url })
  const keys = await seedDemo(database, { now: new Date() })
  await database.close()
  const key = keys.find(({ name }) => name === 'maintainer')?.secret ?? ''
  return { key, start: () => startBoard(OPTIONS, null, { DATABASE_URL: url }), drop }
}

/** What was acknowledged, and what was sent without a response: both are possible then. */
class Expected {
  readonly labels = new Set<string>()
  readonly columns = new Map<number, string[]>()
  readonly cardLabels = new Map<number, string[]>()

  acknowledge(states: Map<number, string[]>, card: number, state: string): void {
    states.set(card, [state])
  }

  send(states: Map<number, string[]>, card: number, state: string): void {
    states.set(card, [...(states.get(card) ?? []), state])
  }
}

let count = 0

async function write(board: RunningBoard, key: string, expected: Expected): Promise<void> {
  const call = async (method: string, path: string, body: object) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const init = { method, headers, body: JSON.stringify(body) }
    return (await fetch(`${board.url}${path}`, init)).status
  }
  const createLabels = async () => {
    for (;;) {
      count += 1
      const name = `label ${count}`
      if ((await call('POST', 'v1/labels', { name })) === 201) expected.labels.add(name)
      // The board can have 1,000 labels.
      else await setTimeout(20)
    }
  }
  const moveCard = async (card: number) => {
    for (let turn = count; ; turn += 1) {
      const statusId = COLUMNS[turn % COLUMNS.length] ?? ''
      expected.send(expected.columns, card, statusId)
      const status = await call('PATCH', `v1/cards/${card}`, { statusId })
      expect(status).toBe(200)
      expected.acknowledge(expected.columns, card, statusId)
    }
  }
  const labelCard = async (card: number) => {
    for (let turn = count; ; turn += 1) {
      const labelIds = [`12${String((turn % 12) + 1).padStart(2, '0')}`]
      expected.send(expected.cardLabels, card, labelIds.join())
      const status = await call('PATCH', `v1/cards/${card}`, { labelIds })
      expect(status).toBe(200)
      expected.acknowledge(expected.cardLabels, card, labelIds.join())
    }
  }
  await Promise.allSettled([
    createLabels(),
    ...CARDS.map(moveCard),
    ...CARDS.map((card) => labelCard(card + 8)),
  ])
}

interface Task {
  number: number
  statusId: string
  labels: string[]
}

async function check(board: RunningBoard, key: string, expected: Expected): Promise<string[]> {
  const headers = { Authorization: `Bearer ${key}` }
  const labels = await (await fetch(`${board.url}v1/labels`, { headers })).json()
  const { columns } = await (await fetch(`${board.url}v1/board`, { headers })).json()
  const tasks: Task[] = columns.flatMap((column: { tasks: Task[] }) => column.tasks)
  const names = new Set(labels.map((label: { name: string }) => label.name))
  const lost = [...expected.labels].filter((name) => !names.has(name))
  for (const { number, statusId, labels: ids } of tasks) {
    const places = expected.columns.get(number)
    if (places && !places.includes(statusId))
      lost.push(`#${number} is in ${statusId}, not ${places}`)
    const sets = expected.cardLabels.get(number)
    if (sets && !sets.includes(ids.join()))
      lost.push(`#${number} has ${ids}, not ${sets.join(' or ')}`)
    expected.acknowledge(expected.columns, number, statusId)
    expected.acknowledge(expected.cardLabels, number, ids.join())
  }
  if (tasks.length !== 60) lost.push(`${tasks.length} cards`)
  return lost
}

test('no acknowledged write is lost when the service is killed during writes', async () => {
  const store = await createStore()
  const expected = new Expected()
  await searchRounds(ROUNDS, async (random, seed) => {
    const board = await store.start()
    expect(await check(board, store.key, expected)).toEqual([])
    const before = expected.labels.size
    const writing = write(board, store.key, expected)
    // The others can end before the first response.
    const hasResponse = seed % 2 === 1
    if (hasResponse) {
      await expect.poll(() => expected.labels.size).toBeGreaterThan(before)
    }
    await setTimeout(random(300))
    await board.stop('SIGKILL')
    await writing
  })
  const last = await store.start()
  expect(await check(last, store.key, expected)).toEqual([])
  await last.stop()
  await store.drop()
})
