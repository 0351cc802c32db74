import type { MoveResult } from '#contract/card-values.ts'
import { messages } from '../../messages/messages.ts'
import type { CommitChecks } from '../checks/notes-reader.ts'
import { type TestMerge, testMerges, withObjects } from '../contents/test-merges.ts'
import { GitError } from '../git/git.ts'
import { plainText } from '../git/plain-text.ts'
import type { Promotion } from '../promotion/commit-as.ts'
import { type Plan, planPromotion } from '../promotion/plan-promotion.ts'
import { revertsOf } from '../promotion/reverts-of.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'

/** A move of one card into the next column. */
export interface PossibleMove {
  cardId: number
  name: string
  head: string
  /** Where the branch began, if that is known. */
  base: string | undefined
  /** Branch of the next column, and where it is. */
  branch: string
  tip: string
  isContained: boolean
  isDeleted: boolean
}

export interface Outcome {
  result: MoveResult
  detail?: string | undefined
}

const SHOWN_FILES = 3
/** A card whose outcome takes longer has none. */
const PLAN_TIMEOUT_MS = 10_000

/** Tries moves without a commit or a ref, and remembers what it has tried. */
export class MovePreviewer {
  /** By tip and head. What git couldn't tell is tried again. */
  readonly #known = new Map<string, Outcome>()

  constructor(
    private readonly board: RepositoryBoard,
    private readonly stopping: AbortSignal,
  ) {}

  /** What the merges would do, by the card's id. The checks don't count here. */
  async preview(moves: readonly PossibleMove[]): Promise<Map<number, Outcome | undefined>> {
    const keys = new Set(moves.map(keyOf))
    for (const key of this.#known.keys()) if (!keys.has(key)) this.#known.delete(key)
    const unknown = moves.filter((move) => !this.#known.has(keyOf(move)))
    const special = await this.#withReverts(unknown)
    const unclear = await this.#merge(unknown.filter((move) => !special.has(move)))
    for (const move of [...special, ...unclear]) {
      if (this.stopping.aborted) break
      const outcome = await this.#plan(move)
      if (outcome) this.#known.set(keyOf(move), outcome)
    }
    return new Map(moves.map((move) => [move.cardId, this.#known.get(keyOf(move))]))
  }

  /** Returns those that git can't merge in this way. */
  async #merge(moves: readonly PossibleMove[]): Promise<PossibleMove[]> {
    const plain = moves.filter(({ isContained }) => !isContained)
    for (const move of moves) {
      if (move.isContained) this.#known.set(keyOf(move), { result: 'nothing_to_merge' })
    }
    const { repository } = this.board
    const merges = repository.merges.until(this.stopping)
    const results = await testMerges({ ...repository, merges }, plain)
    const trees = await this.#trees(plain)
    return plain.filter((move, index) => {
      const outcome = mergeOutcome(results[index], trees.get(move.tip))
      if (outcome) this.#known.set(keyOf(move), outcome)
      return outcome === undefined
    })
  }

  /**
   * Cards of which something was taken back on the next stage: a promotion brings it back first.
   */
  async #withReverts(moves: readonly PossibleMove[]): Promise<Set<PossibleMove>> {
    const found = new Set<PossibleMove>()
    const affected = new Map<string, ReadonlySet<string>>()
    for (const { tip } of moves) {
      if (!affected.has(tip)) affected.set(tip, await this.#headsWithoutReverts(tip))
    }
    for (const move of moves) {
      const heads = affected.get(move.tip)
      const isAffected = heads?.has(move.head) || (move.isDeleted && heads && heads.size > 0)
      if (!isAffected) continue
      const own = await revertsOf(this.board, this.board.repository.git, move, move.tip)
      if (own.length > 0) found.add(move)
    }
    return found
  }

  /** Newest commits of branches that have what was taken back, and not the commit that did it. */
  async #headsWithoutReverts(tip: string): Promise<Set<string>> {
    const { git } = this.board.repository
    const heads = new Set<string>()
    for (const { by, reverted } of await this.board.history.activeReverts(tip, [tip])) {
      const { stdout } = await git.run(['rev-parse', '--verify', '--quiet', `${reverted}^2`])
      const brought = stdout.trim() || reverted
      const filter = [`--contains=${brought}`, `--no-contains=${by}`]
      const found = await git.run([
        'for-each-ref',
        ...filter,
        '--format=%(objectname)',
        'refs/heads',
      ])
      for (const head of found.stdout.split('\n').filter(Boolean)) heads.add(head)
    }
    return heads
  }

  async #trees(moves: readonly PossibleMove[]): Promise<Map<string, string>> {
    const tips = [...new Set(moves.map(({ tip }) => tip))]
    if (tips.length === 0) return new Map()
    const input = tips.map((tip) => `${tip}^{tree}\n`).join('')
    const { git } = this.board.repository
    const text = await git.read(['cat-file', '--batch-check=%(objectname)'], { input })
    const trees = text.split('\n')
    return new Map(tips.map((tip, index) => [tip, trees[index] ?? '']))
  }

  /** As a promotion does it, with objects that are removed afterwards. */
  async #plan(move: PossibleMove): Promise<Outcome | undefined> {
    const { git, merges, objects } = this.board.repository
    const signal = AbortSignal.any([this.stopping, AbortSignal.timeout(PLAN_TIMEOUT_MS)])
    const promotion: Promotion = {
      intentId: '',
      card: { number: 0, title: '' },
      name: move.name,
      head: move.head,
      base: move.base,
      isNewWork: false,
      branches: [move.branch],
      actor: '',
      actorName: '',
      revertsOn: (tip) => revertsOf(this.board, git, move, tip),
      signal,
    }
    try {
      return await withObjects({ merges, objects }, async (env) => {
        const dry = { git: git.withEnv(env), merges: merges.withEnv(env) }
        return planOutcome(await planPromotion(dry, promotion))
      })
    } catch (error) {
      if (error instanceof GitError || signal.aborted) return undefined
      throw error
    }
  }
}

function keyOf({ tip, head }: PossibleMove): string {
  return `${tip} ${head}`
}

/** Undefined when it has to be found out in another way. */
function mergeOutcome(merge: TestMerge | undefined, tree: string | undefined): Outcome | undefined {
  if (merge?.type === 'conflicts') return { result: 'conflicts', detail: fileList(merge.files) }
  if (merge?.type !== 'clean') return undefined
  return { result: merge.tree === tree ? 'nothing_to_merge' : 'clean' }
}

function planOutcome(plan: Plan): Outcome | undefined {
  if (plan.type === 'merges') return { result: 'clean' }
  if (plan.type === 'nothing') return { result: 'nothing_to_merge' }
  if (plan.type === 'conflicts') return { result: 'conflicts', detail: fileList(plan.files) }
  if (plan.type === 'unrelated') return { result: 'conflicts' }
  return undefined
}

function fileList(files: readonly string[]): string {
  const shown = files.slice(0, SHOWN_FILES).map(plainText)
  return messages.repository.fileList(shown, files.length - shown.length)
}

/** What the checks of a card say about its moves; undefined when they are in no way. */
export function checksOutcome({ lines, result }: CommitChecks): Outcome | undefined {
  if (result.type === 'passed') return undefined
  if (result.type === 'pending') {
    return { result: 'checks_pending', detail: result.names.join(', ') }
  }
  const failed = lines.filter(({ status }) => status === 'failure').map(({ name }) => name)
  const detail = failed.length > 0 ? failed.map(plainText).join(', ') : result.reason
  return { result: 'checks_red', detail }
}
