export type StoreFailure =
  /** Another process has had the lock for too long. */
  | 'busy'
  /** No space left. */
  | 'full'
  /** The connection to the database server is lost. */
  | 'unreachable'

/** The store can't carry out a query now. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  constructor(
    readonly type: StoreFailure,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** The connection was lost during a commit, so nobody knows whether it took effect. */
export class UncertainCommitError extends Error {
  override readonly name = 'UncertainCommitError'
}

/** SQLite: https://www.sqlite.org/rescode.html, without the extended part. */
const SQLITE_FAILURES: Readonly<Record<number, StoreFailure>> = { 5: 'busy', 6: 'busy', 13: 'full' }

/** PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES_FAILURES: Readonly<Record<string, StoreFailure>> = {
  '40001': 'busy',
  '40P01': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
  '53100': 'full',
  '53300': 'busy',
  // A column has changed since a query was prepared. It isn't prepared again.
  '0A000': 'busy',
}

const LOST_CONNECTION =
  /^(08|57P)|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|Connection terminated|not queryable|timeout exceeded/

/** A StoreError for what a person or a retry can mend; any other error stays as it is. */
export function toStoreError(error: unknown): unknown {
  const type = failureOf(error)
  return type ? new StoreError(type, error) : error
}

function failureOf(error: unknown): StoreFailure | undefined {
  if (!(error instanceof Error) || error instanceof StoreError) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') {
    return SQLITE_FAILURES[error.errcode & 0xff]
  }
  // A statement that returns rows throws without the number.
  if (/^database or disk is full/.test(error.message)) return 'full'
  if (/^database (table )?is locked/.test(error.message)) return 'busy'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = POSTGRES_FAILURES[code]
  if (known) return known
  return LOST_CONNECTION.test(code) || LOST_CONNECTION.test(error.message)
    ? 'unreachable'
    : undefined
}
