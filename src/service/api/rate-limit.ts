import { isIP } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { Problem } from '../http/problem.ts'
import { SharedTurn } from '../live/shared-turn.ts'
import { messages } from '../messages/messages.ts'
import { compileOnce } from '../store/compile-once.ts'
import type { Database } from '../store/open-database.ts'

export interface RateLimits {
  writesPerMinute: number
  loadsPerMinute: number
}

type RequestType = 'write' | 'load'

/** Counts a request of a credential. Throws a 429 when there were too many. [gap G19] */
export type CountRequest = (credentialId: number, type: RequestType) => Promise<void>

const MINUTE_MS = 60_000

/** Limits in the memory of the only instance, in a sliding minute. `now` returns milliseconds. */
export function limitInMemory(limits: RateLimits, now: () => number): CountRequest {
  const recent = new Map<string, number[]>()
  return async (credentialId, type) => {
    const time = now()
    const key = `${credentialId} ${type}`
    const times = recent.get(key) ?? []
    const firstRecent = times.findIndex((earlier) => time - earlier < MINUTE_MS)
    times.splice(0, firstRecent === -1 ? times.length : firstRecent)
    const [oldest] = times
    if (times.length >= limitFor(limits, type) && oldest !== undefined) {
      throw tooMany(limits, type, oldest + MINUTE_MS - time)
    }
    times.push(time)
    recent.set(key, times)
  }
}

/**
 * Limits in the database that several instances share, by its clock. Requests that arrive together
 * are counted with one statement.
 */
export function limitInDatabase(limits: RateLimits, { db }: Database): CountRequest {
  const turn = new SharedTurn(countTogether(limits, db))
  return async (credentialId, type) => {
    const outcome = await turn.run({ credentialId, type })
    if (outcome === 'counted') return
    // Some of them can still be within the limit.
    const alone = [{ credentialId, type, count: 1 }]
    if (outcome === 'too many together' && (await countIn(db, limits, alone)).size > 0) return
    const row = sql`credential_id = ${credentialId} and type = ${type}`
    const { rows } = await sql<RequestCounts>`
      select
        coalesce((select requests from rate_limits where ${row} and minute = ${MINUTE}), 0) as current,
        (${previousRequests(row)}) as previous,
        ${ELAPSED} as elapsed`.execute(db)
    const wait = rows[0] ? Math.max(1, waitMs(limitFor(limits, type), rows[0])) : MINUTE_MS
    throw tooMany(limits, type, wait)
  }
}

interface LimitedRequest {
  credentialId: number
  type: RequestType
}

type CountedRequests = LimitedRequest & { count: number }
type Outcome = 'counted' | 'too many' | 'too many together'

function countTogether(limits: RateLimits, db: Database['db']) {
  return async (requests: readonly LimitedRequest[]): Promise<Outcome[]> => {
    const groups = new Map<string, CountedRequests>()
    for (const request of requests) {
      const count = (groups.get(keyOf(request))?.count ?? 0) + 1
      groups.set(keyOf(request), { ...request, count })
    }
    const counted = await countIn(db, limits, [...groups.values()])
    return requests.map((request) => {
      const key = keyOf(request)
      if (counted.has(key)) return 'counted'
      return groups.get(key)?.count === 1 ? 'too many' : 'too many together'
    })
  }
}

/** Returns the keys of those that were counted. */
async function countIn(
  db: Database['db'],
  limits: RateLimits,
  groups: readonly CountedRequests[],
): Promise<Set<string>> {
  const rows = await addRequests(db, {
    credentialIds: groups.map(({ credentialId }) => credentialId),
    types: groups.map(({ type }) => type),
    counts: groups.map(({ count }) => count),
    ...limits,
  })
  return new Set(
    rows.map(({ credential_id, type }) => keyOf({ credentialId: credential_id, type })),
  )
}

function keyOf({ credentialId, type }: LimitedRequest): string {
  return `${credentialId} ${type}`
}

/** Each list has one value for each credential and type. */
interface RequestCountLists extends RateLimits {
  credentialIds: number[]
  types: RequestType[]
  counts: number[]
}

/**
 * One statement counts and decides: the locks of the rows make parallel requests take turns, always
 * in the same order. Returns those that were counted: none of a credential that has too many.
 */
const addRequests = compileOnce((db, values: RequestCountLists) => {
  const { credentialIds, types, counts, writesPerMinute, loadsPerMinute } = values
  const condition = (row: 'given' | 'excluded', own = sql``) => {
    const name = (column: string) => sql.ref(`${row}.${column}`)
    const isSame = sql`credential_id = ${name('credential_id')} and type = ${name('type')}`
    return sql`${own} (${previousRequests(isSame)}) * (1 - ${ELAPSED}) + ${name('requests')} - 1
      < case ${name('type')} when 'write' then ${writesPerMinute}::integer
        else ${loadsPerMinute}::integer end`
  }
  const query = sql<{ credential_id: number; type: RequestType }>`
    insert into rate_limits as own (credential_id, type, minute, requests)
    select credential_id, type, ${MINUTE}, requests
    from unnest(${credentialIds}::integer[], ${types}::text[], ${counts}::integer[])
      as given (credential_id, type, requests)
    where ${condition('given')}
    order by credential_id, type
    on conflict (credential_id, type, minute) do update
    set requests = own.requests + excluded.requests
    where ${condition('excluded', sql`own.requests +`)}
    returning credential_id, type, ${WITHOUT_DISK}`
  return { compile: () => query.compile(db) }
})

/**
 * The commit of this statement doesn't wait for the disk: a crash of the server loses the counts of
 * less than a second, and no change of a board.
 */
const WITHOUT_DISK = sql`set_config('synchronous_commit', 'off', true)`
const MINUTE = sql`floor(extract(epoch from now()) / 60)::integer`
const ELAPSED = sql`((extract(epoch from now())::numeric % 60) / 60)`

function previousRequests(isSame: RawBuilder<unknown>) {
  return sql`select coalesce(
    (select requests from rate_limits where ${isSame} and minute = ${MINUTE} - 1), 0)`
}

/** Keys that aren't accepted, from one address in a minute. */
export const REJECTED_KEYS_PER_MINUTE = 60
/** Addresses that are remembered. */
const MAX_ADDRESSES = 10_000

/** Throws a 429 when too many keys from the address weren't accepted. */
export type CountRejectedKey = (address: string) => void

/** In the memory of each instance. `now` returns milliseconds. */
export function limitRejectedKeys(now: () => number): CountRejectedKey {
  const counts = new LRUCache<string, { minute: number; count: number }>({ max: MAX_ADDRESSES })
  return (given) => {
    const address = networkOf(given)
    const minute = Math.floor(now() / MINUTE_MS)
    const known = counts.get(address)
    const count = known?.minute === minute ? known.count + 1 : 1
    counts.set(address, { minute, count })
    if (count <= REJECTED_KEYS_PER_MINUTE) return
    const seconds = Math.ceil(((minute + 1) * MINUTE_MS - now()) / 1_000)
    const retryAfter = { 'Retry-After': String(Math.max(1, seconds)) }
    const detail = messages.problems.tooManyRejectedKeys
    throw new Problem(429, 'too_many_rejected_keys', detail, {}, retryAfter)
  }
}

/** One customer has a whole IPv6 network of 64 bits, and all of its addresses. */
function networkOf(address: string): string {
  if (isIP(address) !== 6 || address.includes('.')) return address
  const [start = '', end] = address.split('::')
  const groups = start.split(':').filter(Boolean)
  const last = end?.split(':').filter(Boolean) ?? []
  const missing = Array.from({ length: 8 - groups.length - last.length }, () => '0')
  const all = [...groups, ...missing, ...last].map((group) => group.replace(/^0+(?=.)/, ''))
  return all.slice(0, 4).join(':').toLowerCase()
}

interface RequestCounts {
  /** In the current minute. */
  current: number
  /** In the minute before: what is left of it counts too. */
  previous: number
  /** Part of the current minute that is over, from 0 to 1. */
  elapsed: number
}

/** Until one more request is within the limit; 0 if it is now. */
function waitMs(limit: number, { current, previous, elapsed }: RequestCounts): number {
  if (current + previous * (1 - elapsed) < limit) return 0
  // In the next minute, the current one is the one before.
  const inNextMinute = current >= limit
  const counted = inNextMinute ? current : previous
  const free = inNextMinute ? limit : limit - current
  const part = 1 - (free - 1) / Math.max(1, counted)
  return MINUTE_MS * (inNextMinute ? 1 - elapsed + part : Math.max(0, part - elapsed)) + 1
}

function limitFor({ writesPerMinute, loadsPerMinute }: RateLimits, type: RequestType): number {
  return type === 'write' ? writesPerMinute : loadsPerMinute
}

function tooMany(limits: RateLimits, type: RequestType, waitMs: number): Problem {
  const limit = limitFor(limits, type)
  const retryAfter = { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1_000))) }
  return type === 'write'
    ? new Problem(429, 'too_many_writes', messages.problems.tooManyWrites(limit), {}, retryAfter)
    : new Problem(429, 'too_many_loads', messages.problems.tooManyLoads(limit), {}, retryAfter)
}
