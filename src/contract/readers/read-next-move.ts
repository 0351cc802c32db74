import { countOf, idOf, isObject, knownValue, nonEmptyText, own, timeOf } from '../json.ts'
import {
  EFFECTS_ON_OTHERS,
  type EffectOnOther,
  MOVE_RESULTS,
  type MoveResult,
} from '../repository-values.ts'

/** What the next move of a card would do, as the service has tried it. */
export interface NextMove {
  /** The column that was tried. */
  statusId: string
  result: MoveResult
  /** Files in conflict, or names of checks. */
  detail: string | undefined
  /** What it would do to other cards, in the order of their numbers. */
  others: readonly { number: number; effect: EffectOnOther }[]
  /** Of the column that was tried, if merging it into the card resolves the conflict. */
  branch: string | undefined
  /** With what it conflicts. */
  against: ConflictSource | undefined
}

/** The commit that changed one of the files last, in the column that was tried. */
interface ConflictSource {
  commit: string
  author: string | undefined
  /** In milliseconds since the epoch. */
  at: number | undefined
  /** Of the card that it brought. */
  number: number | undefined
}

/** Undefined when it can't be read. Never throws. */
export function readNextMove(json: unknown): NextMove | undefined {
  if (!isObject(json)) return undefined
  const statusId = idOf(own(json, 'statusId'))
  const result = knownValue(MOVE_RESULTS, own(json, 'result'))
  if (statusId === undefined || result === undefined) return undefined
  return {
    statusId,
    result,
    detail: nonEmptyText(own(json, 'detail')),
    others: readOthers(own(json, 'others')),
    branch: nonEmptyText(own(json, 'branch')),
    against: readSource(own(json, 'against')),
  }
}

function readSource(json: unknown): ConflictSource | undefined {
  const commit = isObject(json) ? nonEmptyText(own(json, 'commit')) : undefined
  if (!isObject(json) || commit === undefined) return undefined
  return {
    commit,
    author: nonEmptyText(own(json, 'author')),
    at: timeOf(own(json, 'at')),
    number: countOf(own(json, 'number')),
  }
}

const NO_OTHERS: NextMove['others'] = []
const MAX_OTHERS = 50

function readOthers(json: unknown): NextMove['others'] {
  if (!Array.isArray(json) || json.length === 0) return NO_OTHERS
  return json.slice(0, MAX_OTHERS).flatMap((item) => {
    const number = isObject(item) ? countOf(own(item, 'number')) : undefined
    const effect = isObject(item) ? knownValue(EFFECTS_ON_OTHERS, own(item, 'effect')) : undefined
    return number === undefined || effect === undefined ? [] : [{ number, effect }]
  })
}
