import type { CheckSource } from '#contract/repository-values.ts'
import type { CommitResults } from '../../forge/forge.ts'
import { messages } from '../../messages/messages.ts'
import type { Checks } from '../config/board-config.ts'
import { plainText } from '../git/plain-text.ts'
import { type CheckLine, type Note, noteLines } from './check-notes.ts'

export type CheckResult =
  | { type: 'passed' }
  | { type: 'red'; reason: string }
  /** Without names, no check has a result at all. */
  | { type: 'pending'; names: string[] }
  /** The forge hasn't said yet. */
  | { type: 'unknown' }

/** A check as the card shows it. */
interface CardCheckLine extends CheckLine {
  url?: string | undefined
  /** Undefined for a required one without a result. */
  source?: CheckSource | undefined
}

/** The checks of one commit, and what they say about its moves. */
export interface CommitChecks {
  lines: readonly CardCheckLine[]
  result: CheckResult
}

/**
 * What a note and the forge say about one commit, the worst first. The forge's results count only
 * with `checks.forge`, and only while they are known. What can't be read is red, and never silence.
 */
export function commitChecks(
  note: Note,
  forge: CommitResults | undefined,
  checks: Checks,
  isForgeKnown = forge !== undefined,
): CommitChecks {
  const { lines, fault } = noteLines(note)
  const told = forgeLines(forge)
  const own = lines.map((line) => ({ ...line, source: 'note' as const }))
  const counting: readonly CardCheckLine[] = checks.forge ? [...own, ...told] : own
  const names = new Set(counting.map(({ name }) => name))
  const missing = checks.required
    .filter((name) => !names.has(name))
    .map((name): CardCheckLine => ({ name, status: 'pending', detail: '' }))
  return {
    lines: [...own, ...told, ...missing].sort((a, b) => rank(a) - rank(b)),
    result:
      fault === undefined
        ? resultOf([...counting, ...missing], checks, isForgeKnown)
        : { type: 'red', reason: fault },
  }
}

const WORST_FIRST = ['failure', 'pending', 'success'] as const

function rank({ status }: CheckLine): number {
  return WORST_FIRST.indexOf(status)
}

function forgeLines(forge: CommitResults | undefined): CardCheckLine[] {
  return (forge?.results ?? []).map(({ name, state, detail, url }) => ({
    name,
    status: state,
    detail: plainText(detail),
    url,
    source: 'forge',
  }))
}

function resultOf(
  lines: readonly CardCheckLine[],
  { forge, required }: Checks,
  isForgeKnown: boolean,
): CheckResult {
  const failed = lines.find(({ status }) => status === 'failure')
  if (failed) {
    const reason = messages.repository.checkRed(plainText(failed.name), failed.detail)
    return { type: 'red', reason }
  }
  if (forge && !isForgeKnown) return { type: 'unknown' }
  const pending = lines.filter(({ status }) => status === 'pending')
  if (pending.length > 0) {
    return { type: 'pending', names: pending.map(({ name }) => plainText(name)) }
  }
  if (!forge) return { type: 'passed' }
  // A team that counts on its forge has checks there: without one, they haven't begun.
  const isGreen = lines.some(({ status, source }) => status === 'success' && source === 'forge')
  const isUnchecked = required.length === 0 && !isGreen
  return isUnchecked ? { type: 'pending', names: [] } : { type: 'passed' }
}
