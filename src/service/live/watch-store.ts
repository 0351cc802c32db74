import { sql } from 'kysely'
import pg from 'pg'
import { findRevision } from '../store/frequent-queries.ts'
import type { Database } from '../store/open-database.ts'
import { CHANGE_CHANNEL } from '../store/store-changes.ts'
import type { BoardWatchers } from './board-watchers.ts'

type OnFault = (requestId: string, error: unknown) => void

/** Wakes those who wait when this process or another one has changed the store. */
export function watchStore(
  database: Database,
  watchers: BoardWatchers,
  { databaseUrl, onFault }: { databaseUrl?: string | undefined; onFault: OnFault },
): () => Promise<void> {
  const unsubscribe = database.changes.subscribe((change) => watchers.changed(change))
  const end = databaseUrl
    ? listenToPostgres(databaseUrl, watchers, onFault)
    : pollSqlite(database, watchers, onFault)
  return async () => {
    unsubscribe()
    watchers.stop()
    await end()
  }
}

/** Commands run in other processes. Only then is there something to compare. */
function pollSqlite(database: Database, watchers: BoardWatchers, onFault: OnFault) {
  const changes = new SqliteChanges(database)
  let running: Promise<void> | undefined
  watchers.onTick = () => {
    running ??= changes
      .run(watchers)
      .catch((error: unknown) => onFault('live', error))
      .finally(() => {
        running = undefined
      })
  }
  return async () => {
    watchers.onTick = () => undefined
    await running
  }
}

class SqliteChanges {
  #version: number | undefined
  #auditId: number | undefined
  readonly #revisions = new Map<number, number>()

  constructor(private readonly database: Database) {}

  async run(watchers: BoardWatchers): Promise<void> {
    const { reader } = this.database
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(reader)
    const version = rows[0]?.data_version
    if (version === this.#version) return
    if (await this.#haveKeysChanged()) watchers.changed('keys')
    const watched = watchers.boardIds
    for (const id of this.#revisions.keys()) if (!watched.includes(id)) this.#revisions.delete(id)
    for (const boardId of watched) {
      const [row] = await findRevision(reader, { boardId })
      const before = this.#revisions.get(boardId)
      this.#revisions.set(boardId, row?.revision ?? 0)
      // At the first look, it can have changed since somebody began to wait.
      if (before !== row?.revision) watchers.changed(boardId)
    }
    // Not before: what failed is looked at again.
    this.#version = version
  }

  /** Each change of a key is in the audit table. */
  async #haveKeysChanged(): Promise<boolean> {
    const { newest, key } = await this.database.reader
      .selectFrom('audit')
      .select(sql<number | null>`max(id)`.as('newest'))
      .select(sql<number | null>`max(case when action like 'key.%' then id end)`.as('key'))
      .where('id', '>', this.#auditId ?? 0)
      .executeTakeFirstOrThrow()
    const isFirst = this.#auditId === undefined
    this.#auditId = newest ?? this.#auditId ?? 0
    return !isFirst && key !== null
  }
}

const RECONNECT_MS = 1_000
const CONNECT_TIMEOUT_MS = 5_000
const KEEP_ALIVE_MS = 30_000

/** On a connection that only listens. When it's lost, everybody is woken: changes can be missed. */
function listenToPostgres(url: string, watchers: BoardWatchers, onFault: OnFault) {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      // A connection that a router has forgotten must not look open for hours.
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    client = next
    let isListening = false
    const lose = (error: unknown) => {
      if (isEnded || client !== next) return
      client = undefined
      onFault('live', error)
      next.end().catch(() => undefined)
      if (isListening) watchers.wakeAll()
      timer = setTimeout(() => void connect(), RECONNECT_MS).unref()
    }
    next.on('error', lose)
    next.on('end', () => lose(new Error('The connection for live updates was lost.')))
    next.on('notification', ({ payload = '' }) => {
      watchers.changed(payload === 'keys' ? 'keys' : Number(payload))
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANGE_CHANNEL}`)
      isListening = true
      // What changed while nobody listened.
      watchers.wakeAll()
    } catch (error) {
      lose(error)
    }
  }
  const connecting = connect()
  return async () => {
    isEnded = true
    clearTimeout(timer)
    await connecting
    await client?.end().catch(() => undefined)
  }
}
