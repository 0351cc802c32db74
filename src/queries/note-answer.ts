import type { RawAnswer } from '#client/send.ts'

/** An answer that waits to be looked through, and the held key that it came to. */
export interface NotedAnswer extends RawAnswer {
  keyId: string
}

/** How long after an answer it is looked through, in milliseconds: first the screen, then the small print. */
const WAIT = 2_000

/** By source: of several answers of one kind, only the newest is worth a look. */
const waiting = new Map<string, NotedAnswer>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps an answer until there is time to list what this app makes nothing of. The code for that comes when it is wanted. */
export function noteAnswer(keyId: string, answer: RawAnswer): void {
  const { headers } = answer
  if (headers.has('Deprecation') || headers.has('Sunset')) {
    void import('./deprecation.ts').then(({ noteDeprecation }) => noteDeprecation(headers)).catch(() => undefined)
  }
  if (answer.json === undefined && !answer.fault) return
  waiting.set(sourceOf(keyId, answer), { ...answer, keyId })
  timer ??= setTimeout(lookThrough, WAIT)
}

/** Names what an answer was an answer to, so that a poll counts nothing twice. */
export function sourceOf(keyId: string, { endpoint, workspaceId, fault }: RawAnswer): string {
  return JSON.stringify([keyId, workspaceId, endpoint, fault])
}

/** Looks through what has come so far, now. */
export async function lookThrough(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const answers = [...waiting]
  waiting.clear()
  // Code that cannot be fetched now is asked for with the next answers; nothing on the screen depends on it.
  const code = await import('./understand.ts').catch(() => undefined)
  await code?.understandAll(answers)
}

/** Drops what waits, for tests. */
export function dropNotedAnswers(): void {
  clearTimeout(timer)
  timer = undefined
  waiting.clear()
}
