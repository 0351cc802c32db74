import { MAX_CHECKS } from '#contract/repository-values.ts'
import { type Preview, parseStored } from '../../store/evidence.ts'
import type { CommitChecks } from '../checks/commit-checks.ts'
import { plainText } from '../git/plain-text.ts'
import type { Outcome, TriedMerge } from './preview-moves.ts'

/** With what a later start needs to know. */
export interface StoredPreview extends Preview {
  tried?: TriedMerge | undefined
}

/** The columns of a move. */
export interface ColumnPair {
  fromStageId: number
  toStageId: number
}

const MAX_DETAIL = 500

export function storedChecks(checks: CommitChecks | undefined): Preview['checks'] {
  return (checks?.lines ?? [])
    .slice(0, MAX_CHECKS)
    .map(({ name, status, detail, url, source }) => ({
      name: plainText(name),
      state: status,
      detail: detail || undefined,
      url,
      source,
    }))
}

/** Numbers of cards. */
interface CardNumbers {
  /** By their branches. */
  numberOf: ReadonlyMap<string, number>
  /** By the commits that brought them into the next column. */
  numberAt: (commit: string) => number | undefined
}

/** With the numbers of other cards in place of their branches. */
export function storedOutcome(
  { result, detail, others = [], against, branch }: Outcome,
  { numberOf, numberAt }: CardNumbers,
): Omit<NonNullable<Preview['next']>, keyof ColumnPair> {
  const touched = others.flatMap(({ name, effect }) => {
    const number = numberOf.get(name)
    return number === undefined ? [] : [{ number, effect }]
  })
  return {
    result,
    ...(detail === undefined ? {} : { detail: detail.slice(0, MAX_DETAIL) }),
    ...(touched.length === 0 ? {} : { others: touched.sort((a, b) => a.number - b.number) }),
    ...(branch === undefined ? {} : { branch }),
    ...(against ? { against: { ...against, number: numberAt(against.commit) } } : {}),
  }
}

/** Whether the board shows something else than before. */
export function isShownOtherwise(preview: StoredPreview, before: string | null): boolean {
  const shown = (value: StoredPreview | undefined) => JSON.stringify({ ...value, tried: undefined })
  return shown(preview) !== shown(parseStored<StoredPreview>(before))
}
