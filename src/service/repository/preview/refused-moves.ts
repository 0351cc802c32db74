import type { CardRow, StageRow } from '../../store/board-reader.ts'
import type { CommitChecks } from '../checks/commit-checks.ts'
import type { StoredBranch } from '../config/repository-rows.ts'
import { tryMoves } from '../promotion/plan-promotion.ts'
import type { StageTip } from '../promotion/read-stage.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'

/** A card whose promotion was refused. */
export interface RefusedCard {
  row: StoredBranch
  card: CardRow
  /** Of its newest commit. */
  checks: CommitChecks | undefined
}

/** A card whose try takes longer keeps its refusal. */
const TRY_TIMEOUT_MS = 10_000

/** Tries refused moves again when something has changed that they depend on. */
export class RefusedMoves {
  /** What was tried without success, and when, by card. */
  readonly #failed = new Map<number, { key: string; at: Date }>()

  constructor(
    private readonly board: RepositoryBoard,
    private readonly stopping: AbortSignal,
  ) {}

  /** Those whose refusal doesn't hold any more: the same move would pass now. */
  async findPassing(
    refused: readonly RefusedCard[],
    columns: readonly StageRow[],
  ): Promise<RefusedCard[]> {
    const ids = new Set(refused.map(({ card }) => card.id))
    for (const id of this.#failed.keys()) if (!ids.has(id)) this.#failed.delete(id)
    const passing: RefusedCard[] = []
    for (const one of refused) {
      if (this.stopping.aborted) break
      if (await this.#passes(one, columns)) passing.push(one)
    }
    return passing
  }

  /** When the move of a card was last tried, without success. */
  triedAt(cardId: number): Date | undefined {
    return this.#failed.get(cardId)?.at
  }

  async #passes(refused: RefusedCard, columns: readonly StageRow[]): Promise<boolean> {
    const { row, card, checks } = refused
    if (!this.#canTry(card)) return false
    const from = columns.findIndex(({ id }) => id === card.stage_id)
    const to = this.#targetOf(row, from)
    // The columns are others now, so there is no such move any more.
    if (to === undefined || to <= from) return true
    const stages = this.#stagesBetween(from, to)
    if (!stages) return false
    const state = [row.head, JSON.stringify(checks?.result), ...stages.map(({ tip }) => tip)]
    const key = state.join('\n')
    if (this.#failed.get(card.id)?.key === key) return false
    const isPassing =
      (checks === undefined || checks.result.type === 'passed') &&
      (await this.#wouldMerge(row, stages))
    if (!isPassing) this.#failed.set(card.id, { key, at: new Date() })
    return isPassing
  }

  /** Neither a check command nor a remote can be tried in the background. */
  #canTry({ blocked_code: code }: CardRow): boolean {
    if (code === 'remote_refused') return false
    return code !== 'checks_red' || this.board.config.checks.command === undefined
  }

  #targetOf({ blockedTarget }: StoredBranch, from: number): number | undefined {
    if (blockedTarget === undefined) return from + 1
    const to = this.board.state?.stageNames.indexOf(blockedTarget) ?? -1
    return to < 0 ? undefined : to
  }

  /** Undefined while one of them has no commit. */
  #stagesBetween(from: number, to: number): StageTip[] | undefined {
    const { state, facts } = this.board
    const stages: StageTip[] = []
    for (let place = from + 1; place <= to; place += 1) {
      const [branch, tip] = [state?.stageNames[place], state?.stageTips[place]]
      const tree = branch && tip && facts.treeOf(branch, tip)
      if (!branch || !tip || !tree) return undefined
      stages.push({ branch, tip, tree })
    }
    return stages
  }

  async #wouldMerge({ name, head }: StoredBranch, stages: readonly StageTip[]): Promise<boolean> {
    const { board } = this
    const signal = AbortSignal.any([this.stopping, AbortSignal.timeout(TRY_TIMEOUT_MS)])
    const open = stages.filter((stage) => board.verdictOn(name, stage) !== 'present')
    const tried = await tryMoves(board, { net: board.nets.get(name), head, signal }, open)
    const isPassing = tried.every(({ type }) => type === 'brings' || type === 'nothing')
    return isPassing && tried.some(({ type }) => type === 'brings')
  }
}
