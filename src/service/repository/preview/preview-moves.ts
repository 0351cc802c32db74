import type { MoveResult } from '#contract/repository-values.ts'
import { messages } from '../../messages/messages.ts'
import type { CommitChecks } from '../checks/commit-checks.ts'
import type { NetChange } from '../contents/net-changes.ts'
import { type TriedPromotion, tryPromotions } from '../contents/try-moves.ts'
import { boardSpace } from '../git/object-space.ts'
import { plainName, plainText } from '../git/plain-text.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'
import { findLastChanges, type LastChange } from './conflict-sources.ts'
import { findEffectsOnOthers, type OtherCard } from './effects-on-others.ts'

/** A move of one card into the next column. */
export interface PossibleMove {
  cardId: number
  name: string
  head: string
  net: NetChange | undefined
  /** Branch of the next column, where it is, and its tree. */
  branch: string
  tip: string
  tree: string
  isContained: boolean
}

export interface Outcome {
  result: MoveResult
  detail?: string | undefined
  others?: readonly OtherCard[] | undefined
  /** What of the stage it conflicts with. */
  against?: LastChange | undefined
  /** The branch that conflicts when git merges it: merging it into the card resolves that. */
  branch?: string | undefined
}

/** An outcome, and the commits that it is about. */
export interface TriedMerge extends Outcome {
  key: string
}

const SHOWN_FILES = 3
/** Few enough that a push during them is seen soon. */
const BATCH_SIZE = 200

/** Tries moves without a commit or a ref, and remembers what it has tried. */
export class MovePreviewer {
  /** By tip, head, and change. What git couldn't tell is tried again. */
  readonly #known = new Map<string, Outcome>()

  constructor(
    private readonly board: RepositoryBoard,
    private readonly stopping: AbortSignal,
  ) {}

  /** Takes over what an earlier run has found out, before this one tries anything. */
  remember(move: PossibleMove, { key, ...outcome }: TriedMerge): void {
    if (key === keyOf(move) && !this.#known.has(key)) this.#known.set(key, outcome)
  }

  /** For the next run of the program; undefined when git couldn't tell. */
  recall(move: PossibleMove): TriedMerge | undefined {
    const key = keyOf(move)
    const outcome = this.#known.get(key)
    return outcome && { key, ...outcome }
  }

  /** What the merges would do, by the card's id. The checks don't count here. */
  async preview(moves: readonly PossibleMove[]): Promise<Map<number, Outcome | undefined>> {
    const keys = new Set(moves.map(keyOf))
    for (const key of this.#known.keys()) if (!keys.has(key)) this.#known.delete(key)
    const unknown = moves.filter((move) => !this.#known.has(keyOf(move)))
    for (let start = 0; start < unknown.length; start += BATCH_SIZE) {
      if (this.stopping.aborted) break
      await this.#try(unknown.slice(start, start + BATCH_SIZE))
    }
    return new Map(moves.map((move) => [move.cardId, this.#known.get(keyOf(move))]))
  }

  /** By the branch of the card. */
  async #findSources(
    moves: readonly PossibleMove[],
    tried: readonly TriedPromotion[],
  ): Promise<Map<string, LastChange>> {
    const conflicts = moves.flatMap(({ name, tip }, index) => {
      const result = tried[index]
      return result?.type === 'conflicts' ? [{ name, tip, files: result.files }] : []
    })
    const git = this.board.repository.git.until(this.stopping)
    const sources = await findLastChanges(git, conflicts)
    return new Map(
      conflicts.flatMap(({ name }, index) => {
        const source = sources[index]
        return source ? [[name, source] as const] : []
      }),
    )
  }

  /** As a promotion does it, with objects that are removed afterwards. */
  async #try(moves: readonly PossibleMove[]): Promise<void> {
    const { repository, facts } = this.board
    const { tried, others } = await boardSpace(repository)
      .until(this.stopping)
      .scratch(async (space) => {
        const tried = await tryPromotions(
          space,
          facts.judge,
          moves.map(({ net, ...move }) => ({
            ...move,
            change: net,
            isAbsent: this.board.verdictOn(move.name, move) === 'absent',
          })),
        )
        const passing = moves.flatMap((move, index) => {
          const result = tried[index]
          return result?.type === 'brings' ? [{ ...move, after: result.tree }] : []
        })
        const effects = await findEffectsOnOthers(this.board, space, passing)
        return { tried, others: new Map(passing.map(({ name }, index) => [name, effects[index]])) }
      })
    const against = await this.#findSources(moves, tried)
    for (const [index, move] of moves.entries()) {
      const outcome = tried[index] && outcomeOf(tried[index], move)
      if (!outcome) continue
      const known = { ...outcome, others: others.get(move.name), against: against.get(move.name) }
      this.#known.set(keyOf(move), known)
    }
  }
}

/** Rises when the same commits can have another outcome: then all moves are tried again. */
const RULES = 3

function keyOf({ tip, head, net }: PossibleMove): string {
  return `${RULES} ${tip} ${head} ${net?.base} ${net?.head}`
}

/** Undefined when git can't tell. */
function outcomeOf(tried: TriedPromotion, move: PossibleMove): Outcome | undefined {
  if (tried.type === 'nothing') return { result: 'nothing_to_merge' }
  if (tried.type === 'brings') return { result: 'clean' }
  if ('files' in tried) {
    const isOfMerge = tried.type === 'conflicts' && !move.isContained
    const branch = isOfMerge ? { branch: move.branch } : {}
    return { result: 'conflicts', detail: fileList(tried.files), ...branch }
  }
  return move.net ? undefined : { result: 'no_common_history' }
}

function fileList(files: readonly string[]): string {
  const shown = files.slice(0, SHOWN_FILES).map(plainName)
  return messages.repository.fileList(shown, files.length - shown.length)
}

/** What the checks of a card say about its moves; undefined when they are in no way. */
export function checksOutcome({ lines, result }: CommitChecks): Outcome | undefined {
  if (result.type === 'passed') return undefined
  if (result.type === 'unknown') return { result: 'checks_unknown' }
  if (result.type === 'pending') {
    return result.names.length > 0
      ? { result: 'checks_pending', detail: result.names.join(', ') }
      : { result: 'checks_missing' }
  }
  const failed = lines.filter(({ status }) => status === 'failure').map(({ name }) => name)
  const detail = failed.length > 0 ? failed.map(plainText).join(', ') : result.reason
  return { result: 'checks_red', detail }
}
