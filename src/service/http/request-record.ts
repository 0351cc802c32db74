/** What the handlers of a request tell the access log about it. Never a key. */
export interface RequestRecord {
  /** Client id of the key. */
  client?: string
  board?: number
  /** Error code of a problem. */
  code?: string
  /** Whether it waited for a change: its time isn't the time that the service needs. */
  hasWaited?: boolean
  /** Of the service behind the proxy. */
  upstreamRequestId?: string
}
