import { inject, onTestFinished } from 'vitest'
import type { RepositoryBody } from '#contract/schemas/card-schema.ts'
import { openService } from '#service/open-service.ts'
import type { RepositoryOptions } from '#service/repository/open-repositories.ts'
import { createPostgresDatabase } from './postgres-database.ts'
import { createDataDirectory } from './start-board.ts'

export interface ShownCard {
  id: string
  number: number
  title: string
  column: string
  priority: string
  assignee: string | undefined
  labels: string[]
  blocked: string | undefined
}

type Choices = Partial<Omit<RepositoryOptions, 'sources' | 'data' | 'onFault' | 'onConfigChange'>>

/** Opens the service over repositories, with an owner key, in this process. */
export async function openRepositoryBoard(
  sources: string | readonly string[],
  choices: Choices = {},
  given: { data: string; secret: string; databaseUrl?: string | undefined } | undefined = undefined,
) {
  const data = given?.data ?? createDataDirectory()
  const databaseUrl = given ? given.databaseUrl : await newDatabase()
  const faults: unknown[] = []
  const configChanges: object[] = []
  const opened = await openService({
    data,
    databaseUrl,
    empty: false,
    demoCards: undefined,
    cors: [],
    limits: { writesPerMinute: 1_000_000, loadsPerMinute: 1_000_000 },
    repositories: {
      sources: typeof sources === 'string' ? [sources] : sources,
      minRoles: [],
      allowCheckCommand: false,
      checkRunner: [],
      updateWorkTree: false,
      ...choices,
    },
    onFault: (_, error) => faults.push(error),
    onConfigChange: (change) => configChanges.push(change),
  })
  const secret = opened.repositories?.ownerSecret ?? given?.secret ?? ''
  const boardIds = opened.repositories?.boards.map(({ id }) => String(id)) ?? []
  const call = (method: string, path: string, body?: unknown, board = boardIds[0] ?? '') =>
    opened.service.request(path, {
      method,
      headers: {
        Authorization: `Bearer ${secret}`,
        'Content-Type': 'application/json',
        'X-Service-Workspace': board,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  /** After a sync. */
  const load = async (board?: string) => {
    await opened.repositories?.sync()
    const { columns } = await (await call('GET', '/v1/board', undefined, board)).json()
    return columns as Column[]
  }
  const cards = async (board?: string): Promise<ShownCard[]> => {
    const labels = await (await call('GET', '/v1/labels', undefined, board)).json()
    const nameOf = (id: string) => labels.find((label: { id: string }) => label.id === id)?.name
    return (await load(board)).flatMap(({ name, tasks }) =>
      tasks.map((task) => ({
        id: task.id,
        number: task.number,
        title: task.title,
        column: name,
        priority: task.priority,
        assignee: task.assignee?.name,
        labels: task.labels.map(nameOf),
        blocked: task.blocked?.reason,
      })),
    )
  }
  /** What the board says about a card's branch, with its next move. */
  const evidence = async (number: number) => {
    await opened.repositories.sync()
    await opened.repositories.previewed()
    const tasks = (await load()).flatMap((column) => column.tasks)
    return tasks.find((task) => task.number === number)?.repository
  }
  const card = async (number: number) => (await cards()).find((one) => one.number === number)
  /** Why a card is blocked, after a sync and every try that follows from it. */
  const blocked = async (number: number) => {
    await opened.repositories.sync()
    await opened.repositories.previewed()
    return (await card(number))?.blocked
  }
  const move = async (number: number, column: string) => {
    const target = (await load()).find(({ name }) => name === column)
    const response = await call('PATCH', `/v1/cards/${number}`, { statusId: target?.statusId })
    return { status: response.status, body: await response.json() }
  }
  /** Calls with a key that has another role. */
  const asRole = async (role: string) => {
    const roles = boardIds.map((id) => ({ boardId: Number(id), role }))
    const by = { actor: 'operator', now: new Date() }
    const newKey = { name: role, scopes: ['read', 'write'], roles }
    const key = await opened.credentials.create(newKey, by)
    return (method: string, path: string, body: unknown) =>
      opened.service.request(path, {
        method,
        headers: { Authorization: `Bearer ${key.secret}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
  }
  return {
    ...opened,
    data,
    databaseUrl,
    secret,
    boardIds,
    faults,
    configChanges,
    call,
    load,
    cards,
    card,
    evidence,
    blocked,
    move,
    asRole,
  }
}

/** Empty; undefined for SQLite in the data directory. */
async function newDatabase(): Promise<string | undefined> {
  if (inject('store') !== 'postgres') return undefined
  const { url, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  return url
}

interface Column {
  statusId: string
  name: string
  minRole: string
  lockedReason?: string
  hideAfterDays?: number
  tasks: Task[]
}

interface Task {
  id: string
  number: number
  title: string
  priority: string
  assignee: { name: string } | null
  labels: string[]
  blocked?: { reason: string; code: string }
  repository?: RepositoryBody
}
