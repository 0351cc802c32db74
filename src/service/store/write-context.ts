/** Who writes, and when. */
export interface WriteContext {
  /** Client id of a key, "operator", or "repository". */
  actor: string
  now: Date
}
