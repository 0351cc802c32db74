import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { boardSchema, readBoard } from '#contract/board.ts'
import { credentialSchema } from '#contract/credential.ts'
import { WORKSPACE_HEADER } from '#contract/endpoints.ts'
import { problemSchema } from '#contract/error-body.ts'
import { labelSchema, readLabel, readLabels } from '#contract/label.ts'

/** A deployment under test. */
export interface Deployment {
  /** Sends a request whose URL is a path of the interface. */
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Keys by role on one same board; `several` reaches more than one board, or is left out. */
  keys: { viewer: string; member: string; maintainer: string; several?: string }
  /** True for our own service: then answers must fit the strict schemas, and the choices of the gap list are tested. */
  strict: boolean
}

interface Call {
  key?: string
  workspaceId?: string
  body?: unknown
  headers?: Record<string, string>
}

/** What every board service must do (spec sections 4 to 7). Writes it makes, it takes back. */
export function describeConformance(name: string, deploy: () => Promise<Deployment>): void {
  describe(`${name} answers the interface`, () => {
    let target: Deployment
    beforeAll(async () => {
      target = await deploy()
    })

    const call = (method: string, path: string, { key, workspaceId, body, headers = {} }: Call = {}) =>
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
    const boardOf = async (key: string) => readBoard(await (await call('GET', '/v1/board', { key })).json())
    const placeOf = async (number: number) => {
      const board = await boardOf(target.keys.viewer)
      return board?.columns.find((column) => column.cards.some((card) => card.number === number))
    }
    const expectProblem = async (answer: Response, status: number, code: string) => {
      expect(answer.ok).toBe(false)
      if (!target.strict) return
      expect(answer.status).toBe(status)
      expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
      expect(v.parse(problemSchema, await answer.json())).toMatchObject({ status, code })
    }
    const makeLabel = async (name: string, key = target.keys.member) => {
      const answer = await call('POST', '/v1/labels', { key, body: { name } })
      const label = readLabel(await answer.json())
      if (!label) throw new Error('The created label could not be read')
      return label
    }
    const dropLabel = (id: string) => call('DELETE', `/v1/labels/${id}`, { key: target.keys.maintainer })
    const unique = () => `conformance ${Math.random().toString(36).slice(2)}`

    describe('GET /v1/me', () => {
      test('names the credential and its boards, with the role on each', async () => {
        for (const role of ['viewer', 'member', 'maintainer'] as const) {
          const answer = await call('GET', '/v1/me', { key: target.keys[role] })
          expect(answer.ok).toBe(true)
          const body = await answer.json()
          if (target.strict) v.parse(credentialSchema, body)
          expect(body.boards.map((board: { role: string }) => board.role.toLowerCase())).toContain(role)
        }
      })
      test('never needs the workspace header', async () => {
        const { several } = target.keys
        if (several) expect((await call('GET', '/v1/me', { key: several })).ok).toBe(true)
      })
      test.each([
        ['no key', undefined],
        ['an unknown key', 'kbs_unknown'],
        ['an empty bearer', ' '],
      ])('is refused with %s', async (_, key) => {
        const answer = await call('GET', '/v1/me', key === undefined ? {} : { key })
        await expectProblem(answer, 401, key === undefined ? 'key_missing' : 'key_not_accepted')
      })
    })

    describe('GET /v1/board', () => {
      test('gives the columns in flow order with their cards', async () => {
        const answer = await call('GET', '/v1/board', { key: target.keys.viewer })
        const body = await answer.json()
        if (target.strict) v.parse(boardSchema, body)
        const board = readBoard(body)
        expect(board?.columns.length).toBeGreaterThan(1)
        expect(board?.unreadable).toBe(0)
        for (const column of body.columns) {
          for (const task of column.tasks) expect(task.statusId).toBe(column.statusId)
        }
      })
      test('asks a key that reaches several boards which one, and lists the ids', async () => {
        const { several } = target.keys
        if (!several) return
        const me = await (await call('GET', '/v1/me', { key: several })).json()
        const ids: string[] = me.boards.map((board: { workspaceId: string }) => board.workspaceId)
        const answer = await call('GET', '/v1/board', { key: several })
        expect(answer.ok).toBe(false)
        const text = await answer.text()
        for (const id of ids) expect(text).toContain(id)
      })
      test('does not show a board that the key does not reach', async () => {
        const answer = await call('GET', '/v1/board', { key: target.keys.viewer, workspaceId: '999999' })
        await expectProblem(answer, 404, 'workspace_unknown')
      })
      test('answers 304 to its own ETag, and not after a write', async () => {
        if (!target.strict) return
        const first = await call('GET', '/v1/board', { key: target.keys.viewer })
        const etag = first.headers.get('ETag') ?? ''
        expect(etag).not.toBe('')
        const headers = { 'If-None-Match': etag }
        expect((await call('GET', '/v1/board', { key: target.keys.viewer, headers })).status).toBe(304)
        const label = await makeLabel(unique())
        expect((await call('GET', '/v1/board', { key: target.keys.viewer, headers })).status).toBe(200)
        await dropLabel(label.id)
      })
    })

    describe('labels', () => {
      test('are made, listed, renamed, recoloured and deleted', async () => {
        const name = unique()
        const made = await makeLabel(name)
        const list = async () =>
          readLabels(await (await call('GET', '/v1/labels', { key: target.keys.viewer })).json())?.labels
        expect(made.taskCount).toBe(0)
        expect(await list()).toContainEqual(made)
        const renamed = await call('PATCH', `/v1/labels/${made.id}`, {
          key: target.keys.member,
          body: { name: `${name} x`, color: 'teal' },
        })
        expect(renamed.ok).toBe(true)
        expect(await list()).toContainEqual({ ...made, name: `${name} x`, color: 'teal' })
        const gone = await dropLabel(made.id)
        expect(gone.ok).toBe(true)
        expect((await list())?.map((label) => label.id)).not.toContain(made.id)
        await expectProblem(await dropLabel(made.id), 404, 'not_found')
      })
      test('fit the strict schema', async () => {
        if (!target.strict) return
        v.parse(v.array(labelSchema), await (await call('GET', '/v1/labels', { key: target.keys.viewer })).json())
      })
      test('are written by member and above, deleted by maintainer', async () => {
        const { viewer, member } = target.keys
        await expectProblem(
          await call('POST', '/v1/labels', { key: viewer, body: { name: unique() } }),
          403,
          'role_too_low',
        )
        const made = await makeLabel(unique())
        await expectProblem(
          await call('PATCH', `/v1/labels/${made.id}`, { key: viewer, body: { name: 'x' } }),
          403,
          'role_too_low',
        )
        await expectProblem(await call('DELETE', `/v1/labels/${made.id}`, { key: member }), 403, 'role_too_low')
        await dropLabel(made.id)
      })
      test.each([[{}], [{ name: '' }], [{ name: '   ' }], [{ name: 7 }], [{ name: 'x', color: '#ff0000' }]])(
        'cannot be made of %j',
        async (body) => {
          await expectProblem(await call('POST', '/v1/labels', { key: target.keys.member, body }), 400, 'bad_request')
        },
      )
    })

    describe('PATCH /v1/cards/{number}', () => {
      const firstMovable = async () => {
        const board = await boardOf(target.keys.viewer)
        const from = board?.columns.find((column) => column.cards.some((card) => !card.blocked))
        const card = from?.cards.find((one) => !one.blocked)
        return { board, from, card, number: card?.number ?? 0 }
      }
      test('carries the whole set of labels', async () => {
        const { card, number } = await firstMovable()
        const before = card?.labels?.map((label) => label.id) ?? []
        const made = await makeLabel(unique())
        const patch = (labelIds: string[]) =>
          call('PATCH', `/v1/cards/${number}`, { key: target.keys.member, body: { labelIds } })
        expect((await patch([...before, made.id])).ok).toBe(true)
        const labels = readLabels(await (await call('GET', '/v1/labels', { key: target.keys.viewer })).json())?.labels
        expect(labels?.find((label) => label.id === made.id)?.taskCount).toBe(1)
        expect((await patch(before)).ok).toBe(true)
        const after = (await placeOf(number))?.cards.find((one) => one.number === number)
        expect(after?.labels?.map((label) => label.id)).toEqual(before)
        await dropLabel(made.id)
      })
      test('asks for the column’s minRole, and changes nothing below it', async () => {
        const { board, from, number } = await firstMovable()
        const closed = board?.columns.find((column) => column.minRole.toLowerCase() === 'maintainer' && column !== from)
        const answer = await call('PATCH', `/v1/cards/${number}`, {
          key: target.keys.member,
          body: { statusId: closed?.statusId },
        })
        await expectProblem(answer, 403, 'role_too_low')
        expect((await placeOf(number))?.statusId).toBe(from?.statusId)
      })
      test('does not know cards and columns that are not there', async () => {
        const { number } = await firstMovable()
        const { maintainer } = target.keys
        await expectProblem(
          await call('PATCH', '/v1/cards/999999', { key: maintainer, body: { labelIds: [] } }),
          404,
          'not_found',
        )
        if (!target.strict) return
        await expectProblem(
          await call('PATCH', `/v1/cards/${number}`, { key: maintainer, body: { statusId: '999999' } }),
          400,
          'bad_request',
        )
        await expectProblem(
          await call('PATCH', `/v1/cards/${number}`, { key: maintainer, body: { labelIds: ['999999'] } }),
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
