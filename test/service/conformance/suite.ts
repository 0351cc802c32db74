import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { WORKSPACE_HEADER } from '#contract/endpoints.ts'
import { readBoard } from '#contract/readers/read-board.ts'
import { readLabel, readLabels } from '#contract/readers/read-label.ts'
import { boardSchema } from '#contract/schemas/board-schema.ts'
import { credentialSchema } from '#contract/schemas/credential-schema.ts'
import { labelSchema } from '#contract/schemas/label-schema.ts'
import { problemSchema } from '#contract/schemas/problem-schema.ts'

export interface Deployment {
  /** `path` is a path of the API, for example `/v1/board`. */
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /**
   * Keys by role on the same board. `several` has access to more than one board; omit it to skip
   * its tests.
   */
  keys: { viewer: string; member: string; maintainer: string; several?: string }
  /**
   * True for the embedded service: responses must match the strict schemas, and decisions on gaps
   * are tested.
   */
  strict: boolean
}

interface Call {
  key?: string
  workspaceId?: string
  body?: unknown
  headers?: Record<string, string>
}

/**
 * Tests what every board service must do (spec sections 4 to 7). Each test reverts its own writes.
 */
export function describeConformance(name: string, deploy: () => Promise<Deployment>): void {
  describe(`${name} conforms to the API`, () => {
    let target: Deployment
    beforeAll(async () => {
      target = await deploy()
    })

    const call = (
      method: string,
      path: string,
      { key, workspaceId, body, headers = {} }: Call = {},
    ) =>
      target.fetch(path, {
        method,
        headers: {
          ...(key ? { Authorization: `Bearer ${key}` } : {}),
          ...(workspaceId ? { [WORKSPACE_HEADER]: workspaceId } : {}),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const loadBoard = async (key: string) =>
      readBoard(await (await call('GET', '/v1/board', { key })).json())
    const columnWithCard = async (number: number) => {
      const board = await loadBoard(target.keys.viewer)
      return board?.columns.find((column) => column.cards.some((card) => card.number === number))
    }
    const expectProblem = async (response: Response, status: number, code: string) => {
      expect(response.ok).toBe(false)
      if (!target.strict) return
      expect(response.status).toBe(status)
      expect(response.headers.get('Content-Type')).toBe('application/problem+json')
      expect(v.parse(problemSchema, await response.json())).toMatchObject({ status, code })
    }
    const makeLabel = async (name: string, key = target.keys.member) => {
      const response = await call('POST', '/v1/labels', { key, body: { name } })
      const label = readLabel(await response.json())
      if (!label) throw new Error('The created label could not be read')
      return label
    }
    const deleteLabel = (id: string) =>
      call('DELETE', `/v1/labels/${id}`, { key: target.keys.maintainer })
    const uniqueName = () => `conformance ${Math.random().toString(36).slice(2)}`

    describe('GET /v1/me', () => {
      test('returns the credential and its boards, with the role on each board', async () => {
        for (const role of ['viewer', 'member', 'maintainer'] as const) {
          const response = await call('GET', '/v1/me', { key: target.keys[role] })
          expect(response.ok).toBe(true)
          const body = await response.json()
          if (target.strict) v.parse(credentialSchema, body)
          expect(body.boards.map((board: { role: string }) => board.role.toLowerCase())).toContain(
            role,
          )
        }
      })
      test('does not require the workspace header', async () => {
        const { several } = target.keys
        if (several) expect((await call('GET', '/v1/me', { key: several })).ok).toBe(true)
      })
      test.each([
        ['no key', undefined],
        ['an unknown key', 'kbs_unknown'],
        ['an empty bearer', ' '],
      ])('returns 401 for %s', async (_, key) => {
        const response = await call('GET', '/v1/me', key === undefined ? {} : { key })
        await expectProblem(response, 401, key === undefined ? 'key_missing' : 'key_not_accepted')
      })
    })

    describe('GET /v1/board', () => {
      test('returns the columns in flow order with their cards', async () => {
        const response = await call('GET', '/v1/board', { key: target.keys.viewer })
        const body = await response.json()
        if (target.strict) v.parse(boardSchema, body)
        const board = readBoard(body)
        expect(board?.columns.length).toBeGreaterThan(1)
        expect(board?.unreadableCount).toBe(0)
        for (const column of body.columns) {
          for (const task of column.tasks) expect(task.statusId).toBe(column.statusId)
        }
      })
      test('returns an error with the board ids when the key has access to several boards', async () => {
        const { several } = target.keys
        if (!several) return
        const me = await (await call('GET', '/v1/me', { key: several })).json()
        const ids: string[] = me.boards.map((board: { workspaceId: string }) => board.workspaceId)
        const response = await call('GET', '/v1/board', { key: several })
        expect(response.ok).toBe(false)
        const text = await response.text()
        for (const id of ids) expect(text).toContain(id)
      })
      test('returns 404 when the key does not have access to the board', async () => {
        const response = await call('GET', '/v1/board', {
          key: target.keys.viewer,
          workspaceId: '999999',
        })
        await expectProblem(response, 404, 'workspace_unknown')
      })
      test('returns 304 when the ETag is current, and 200 after a write', async () => {
        if (!target.strict) return
        const first = await call('GET', '/v1/board', { key: target.keys.viewer })
        const etag = first.headers.get('ETag') ?? ''
        expect(etag).not.toBe('')
        const headers = { 'If-None-Match': etag }
        expect((await call('GET', '/v1/board', { key: target.keys.viewer, headers })).status).toBe(
          304,
        )
        const label = await makeLabel(uniqueName())
        expect((await call('GET', '/v1/board', { key: target.keys.viewer, headers })).status).toBe(
          200,
        )
        await deleteLabel(label.id)
      })
      test('answers a load that may wait when the board changes, or at once', async () => {
        const first = await call('GET', '/v1/board', { key: target.keys.viewer })
        const etag = first.headers.get('ETag')
        if (etag === null) return
        const headers = { 'If-None-Match': etag, Prefer: 'wait=10' }
        const waiting = call('GET', '/v1/board', { key: target.keys.viewer, headers })
        await new Promise((resolve) => setTimeout(resolve, 300))
        const label = await makeLabel(uniqueName())
        const response = await waiting
        const applied = response.headers.get('Preference-Applied')
        if (target.strict) expect(applied).toBe('wait=10')
        expect(response.status).toBe(applied === null ? 304 : 200)
        if (applied !== null) expect(response.headers.get('ETag')).not.toBe(etag)
        await deleteLabel(label.id)
      })
    })

    describe('labels', () => {
      test('can be created, listed, renamed, recolored, and deleted', async () => {
        const name = uniqueName()
        const createdLabel = await makeLabel(name)
        const list = async () =>
          readLabels(await (await call('GET', '/v1/labels', { key: target.keys.viewer })).json())
            ?.labels
        expect(createdLabel.taskCount).toBe(0)
        expect(await list()).toContainEqual(createdLabel)
        const renamed = await call('PATCH', `/v1/labels/${createdLabel.id}`, {
          key: target.keys.member,
          body: { name: `${name} x`, color: 'teal' },
        })
        expect(renamed.ok).toBe(true)
        expect(await list()).toContainEqual({ ...createdLabel, name: `${name} x`, color: 'teal' })
        const deletion = await deleteLabel(createdLabel.id)
        expect(deletion.ok).toBe(true)
        expect((await list())?.map((label) => label.id)).not.toContain(createdLabel.id)
        await expectProblem(await deleteLabel(createdLabel.id), 404, 'not_found')
      })
      test('match the strict schema', async () => {
        if (!target.strict) return
        v.parse(
          v.array(labelSchema),
          await (await call('GET', '/v1/labels', { key: target.keys.viewer })).json(),
        )
      })
      test('can be written by a member, and deleted only by a maintainer', async () => {
        const { viewer, member } = target.keys
        await expectProblem(
          await call('POST', '/v1/labels', { key: viewer, body: { name: uniqueName() } }),
          403,
          'role_too_low',
        )
        const createdLabel = await makeLabel(uniqueName())
        await expectProblem(
          await call('PATCH', `/v1/labels/${createdLabel.id}`, {
            key: viewer,
            body: { name: 'x' },
          }),
          403,
          'role_too_low',
        )
        await expectProblem(
          await call('DELETE', `/v1/labels/${createdLabel.id}`, { key: member }),
          403,
          'role_too_low',
        )
        await deleteLabel(createdLabel.id)
      })
      test.each([
        [{}],
        [{ name: '' }],
        [{ name: '   ' }],
        [{ name: 7 }],
        [{ name: 'x', color: '#ff0000' }],
      ])('cannot be created from %j', async (body) => {
        await expectProblem(
          await call('POST', '/v1/labels', { key: target.keys.member, body }),
          400,
          'bad_request',
        )
      })
    })

    describe('PATCH /v1/cards/{number}', () => {
      const firstMovable = async () => {
        const board = await loadBoard(target.keys.viewer)
        const from = board?.columns.find((column) => column.cards.some((card) => !card.blocked))
        const card = from?.cards.find((candidate) => !candidate.blocked)
        return { board, from, card, number: card?.number ?? 0 }
      }
      test('replaces the whole set of labels', async () => {
        const { card, number } = await firstMovable()
        const before = card?.labels?.map((label) => label.id) ?? []
        const createdLabel = await makeLabel(uniqueName())
        const patch = (labelIds: string[]) =>
          call('PATCH', `/v1/cards/${number}`, { key: target.keys.member, body: { labelIds } })
        expect((await patch([...before, createdLabel.id])).ok).toBe(true)
        const labels = readLabels(
          await (await call('GET', '/v1/labels', { key: target.keys.viewer })).json(),
        )?.labels
        expect(labels?.find((label) => label.id === createdLabel.id)?.taskCount).toBe(1)
        expect((await patch(before)).ok).toBe(true)
        const updatedCard = (await columnWithCard(number))?.cards.find(
          (card) => card.number === number,
        )
        expect(updatedCard?.labels?.map((label) => label.id)).toEqual(before)
        await deleteLabel(createdLabel.id)
      })
      test('returns 403 and changes nothing when the role is below the column’s minRole', async () => {
        const { board, from, number } = await firstMovable()
        const maintainerColumn = board?.columns.find(
          (column) => column.minRole.toLowerCase() === 'maintainer' && column !== from,
        )
        const response = await call('PATCH', `/v1/cards/${number}`, {
          key: target.keys.member,
          body: { statusId: maintainerColumn?.statusId },
        })
        await expectProblem(response, 403, 'role_too_low')
        expect((await columnWithCard(number))?.statusId).toBe(from?.statusId)
      })
      test('rejects unknown cards, columns, and labels, and an empty change', async () => {
        const { number } = await firstMovable()
        const { maintainer } = target.keys
        await expectProblem(
          await call('PATCH', '/v1/cards/999999', { key: maintainer, body: { labelIds: [] } }),
          404,
          'not_found',
        )
        if (!target.strict) return
        await expectProblem(
          await call('PATCH', `/v1/cards/${number}`, {
            key: maintainer,
            body: { statusId: '999999' },
          }),
          400,
          'bad_request',
        )
        await expectProblem(
          await call('PATCH', `/v1/cards/${number}`, {
            key: maintainer,
            body: { labelIds: ['999999'] },
          }),
          400,
          'bad_request',
        )
        await expectProblem(
          await call('PATCH', `/v1/cards/${number}`, { key: maintainer, body: {} }),
          400,
          'bad_request',
        )
      })
    })
  })
}
