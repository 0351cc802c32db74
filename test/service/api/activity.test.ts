import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ActivityBody, ActivityListBody } from '#contract/schemas/activity-schema.ts'
import { changeBoard } from '#service/boards/change-board.ts'
import { addCard, editCard, removeCard } from '#service/boards/edit-card.ts'
import { createRepository } from '#test/support/git-repository.ts'
import { createMemoryService, type MemoryService } from '#test/support/memory-service.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'

let running: MemoryService

beforeEach(async () => {
  running = await createMemoryService()
})
afterEach(async () => {
  expect(running.faults).toEqual([])
  await running.close()
})

function call(method: string, path: string, key: string, body?: unknown) {
  return running.service.fetch(
    new Request(`http://board.test${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
}

async function activity(query = '', key = running.keys.viewer): Promise<ActivityListBody> {
  const response = await call('GET', `/v1/board/activity${query}`, key)
  expect(response.status).toBe(200)
  return response.json()
}

const move = (number: number, statusId: string) =>
  call('PATCH', `/v1/cards/${number}`, running.keys.maintainer, { statusId })

function withoutIds({ id: _, ...rest }: ActivityBody) {
  return rest
}

describe('GET /v1/board/activity', () => {
  test('says who did what to which card, newest first', async () => {
    await move(105, '1204')
    await call('PATCH', '/v1/cards/101', running.keys.member, { labelIds: ['1203'] })
    const { activities, hasMore } = await activity()
    expect(hasMore).toBe(false)
    expect(activities.map(withoutIds)).toEqual([
      {
        at: expect.any(String),
        type: 'card_labels',
        actor: { clientId: expect.any(String), name: expect.stringContaining('member') },
        card: {
          id: expect.any(String),
          number: 101,
          title: 'Rotate signing keys',
        },
        addedLabels: [expect.any(String)],
        removedLabels: [expect.any(String)],
      },
      expect.objectContaining({
        type: 'card_moved',
        actor: { clientId: expect.any(String), name: expect.stringContaining('maintainer') },
        card: expect.objectContaining({ number: 105 }),
        from: expect.any(String),
        to: 'Verified',
      }),
    ])
  })

  test('has each refusal, with its reason and where the card was to go', async () => {
    const refused = await move(107, '1204')
    expect(refused.status).toBe(409)
    const { reason } = await refused.json()
    expect((await activity()).activities[0]).toMatchObject({
      type: 'card_refused',
      card: { number: 107 },
      to: 'Verified',
      reason,
    })
  })

  test('names labels as they are, also those that were deleted', async () => {
    const made = await call('POST', '/v1/labels', running.keys.member, { name: 'soon gone' })
    const { id } = await made.json()
    await call('PATCH', '/v1/cards/101', running.keys.member, { labelIds: [id] })
    await call('DELETE', `/v1/labels/${id}`, running.keys.maintainer)
    const [deleted, labels, created] = (await activity()).activities
    expect(deleted).toMatchObject({ type: 'label_deleted', label: 'soon gone' })
    expect(labels).toMatchObject({ type: 'card_labels', addedLabels: ['soon gone'] })
    expect(created).toMatchObject({ type: 'label_created', label: 'soon gone' })
  })

  test('has pages of 100, and returns only what came after a known one', async () => {
    for (let index = 0; index < 101; index += 1) {
      await call('POST', '/v1/labels', running.keys.member, { name: `label ${index}` })
    }
    const first = await activity()
    expect([first.activities.length, first.hasMore]).toEqual([100, true])
    const oldest = first.activities.at(-1)
    const second = await activity(`?before=${oldest?.id}`)
    expect([second.activities.map(({ label }) => label), second.hasMore]).toEqual([
      ['label 0'],
      false,
    ])
    const known = first.activities[2]
    const news = await activity(`?since=${known?.id}`)
    expect(news.activities.map(({ label }) => label)).toEqual(['label 100', 'label 99'])
  })

  test.each(['since', 'before'])('says that %s isn’t an id', async (name) => {
    const response = await call('GET', `/v1/board/activity?${name}=x`, running.keys.viewer)
    expect(response.status).toBe(400)
    expect((await response.json()).detail).toBe(`${name} isn’t the id of an activity.`)
  })

  test('has only what belongs to the board and the project', async () => {
    await move(105, '1204')
    const key = await running.makeKey({ 13: 'viewer' })
    const [one, two] = (await (await call('GET', '/v1/board', key)).json()).projectIds
    const by = { actor: 'operator', now: new Date() }
    await changeBoard(running.database, 13, by, (board) =>
      addCard(board, { title: 'In the first', project: one }),
    )
    const of = async (project: string) =>
      (await activity(`?projectId=${project}`, key)).activities.map(({ card }) => card?.title)
    expect(await of(one)).toEqual(['In the first'])
    expect(await of(two)).toEqual([])
    expect((await call('GET', '/v1/board/activity', key)).status).toBe(400)
  })

  test('tells what the operator did by commands', async () => {
    const by = { actor: 'operator', now: new Date() }
    const number = await changeBoard(running.database, 12, by, (board) =>
      addCard(board, { title: 'First' }),
    )
    await changeBoard(running.database, 12, by, (board) =>
      editCard(board, number, { title: 'Renamed', column: 'Building' }),
    )
    await changeBoard(running.database, 12, by, (board) => removeCard(board, number))
    const { activities } = await activity()
    expect(activities.map(({ type, card }) => [type, card?.title])).toEqual([
      ['card_removed', 'Renamed'],
      ['card_edited', 'Renamed'],
      ['card_moved', 'First'],
      ['card_added', 'First'],
    ])
    expect(activities[1]).toMatchObject({
      actor: { clientId: 'operator', name: 'Operator' },
      fields: ['title'],
    })
  })

  test('is offered by the board', async () => {
    const board = await (await call('GET', '/v1/board', running.keys.viewer)).json()
    expect(board.offers).toEqual(['activity'])
  })
})

describe('over a repository', () => {
  test('a push moves a card by nobody, a promotion by a key, and a new branch has its author', async () => {
    const repository = createRepository(['staging'])
    repository.commit('fix/1', { 'one.txt': '1\n' })
    repository.commit('fix/2', { 'two.txt': '2\n' })
    repository.leave()
    const board = await openRepositoryBoard(repository.path)
    const list = async (): Promise<ActivityBody[]> =>
      (await (await board.call('GET', '/v1/board/activity')).json()).activities
    expect(await list()).toEqual([])

    expect((await board.move(1, 'Main')).status).toBe(200)
    repository.git('checkout', '--quiet', 'main')
    repository.git('merge', '--quiet', '--no-ff', '--no-edit', 'fix/2')
    const merge = repository.git('rev-parse', 'HEAD').trim()
    repository.commit('fix/3', { 'three.txt': '3\n' })
    repository.leave()
    await board.repositories.sync()

    const activities = await list()
    const byType = (type: string) => activities.filter((one) => one.type === type)
    expect(byType('card_moved').toReversed()).toEqual([
      expect.objectContaining({
        actor: expect.objectContaining({ name: expect.any(String) }),
        card: expect.objectContaining({ number: 1 }),
        from: 'Work',
        to: 'Main',
      }),
      expect.objectContaining({
        actor: null,
        card: expect.objectContaining({ number: 2 }),
        commit: merge,
      }),
    ])
    expect(byType('card_added')).toEqual([
      expect.objectContaining({ actor: null, author: expect.any(String), to: 'Work' }),
    ])
    expect(activities).toHaveLength(3)
    await board.close()
  })
})
