import { hostname } from 'node:os'

/** The process that publishes a promotion, and since when; null in stores of an earlier version. */
export interface PublishingProcess {
  process: string | null
  recordedAt: string | null
}

/** A promotion is published within its deadline, and a look at the remote after it. */
const MAX_PUBLISHING_MS = 60_000

export const THIS_PROCESS = `${process.pid}@${hostname()}`

/** Whether another process may be at it: its plan is no left-over of a killed one. */
export function isPublishing({ process: name, recordedAt }: PublishingProcess, now: Date): boolean {
  if (name === null || recordedAt === null || name === THIS_PROCESS) return false
  if (now.getTime() - Date.parse(recordedAt) > MAX_PUBLISHING_MS) return false
  const [pid, host] = name.split('@')
  return host !== hostname() || isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
