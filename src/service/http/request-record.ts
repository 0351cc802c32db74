/** What the handlers of a request tell the access log about it. Never a key. */
export interface RequestRecord {
  /** Client id of the key. */
  client?: string
  board?: number
  /** Error code of a problem. */
  code?: string
  /** Result of a move: moved, refused, or denied. */
  outcome?: string
}
