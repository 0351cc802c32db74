import type { Finding } from '#contract/finding-collector.ts'
import type { Board } from '#contract/readers/read-board.ts'

/**
 * Reads the body of a 200 on another thread, and finds the unrecognized data in it. Returns the
 * text when it can't.
 */
export type BodyReader = (
  response: Response,
  secret: string,
) => Promise<{ text: string } | ReadBody>

export interface ReadBody {
  board: Board
  /** Undefined when nobody has looked for it after all. */
  findings: Promise<readonly Finding[] | undefined>
}
