import {
  type PromotionRequest,
  type PromotionResult,
  type Rejection,
  type RunningPromotion,
  rejected,
} from '../gate/gate.ts'
import { messages } from '../messages.ts'
import type { Database } from '../store/open-database.ts'
import { readBasis } from './blocked-basis.ts'
import { plain } from './card-facts.ts'
import { runCheckCommand } from './check-command.ts'
import { readChecks } from './check-notes.ts'
import { GitError } from './git.ts'
import { type Plan, type Promotion, planPromotion, refusalOf } from './plan-promotion.ts'
import { publish } from './publish.ts'
import { readRef } from './read-repository.ts'
import { printable } from './remote.ts'
import type { RefUpdate } from './repository.ts'
import type { RepositoryBoard } from './repository-board.ts'
import { branchOfCard, saveBasis } from './repository-rows.ts'
import type { Slots } from './slots.ts'

export interface PromoteOptions {
  database: Database
  allowCheckCommand: boolean
  checkRunner: readonly string[]
  updateWorkTree: boolean
  /** For the files of check commands. */
  checkDirectory: string
  /** Of all boards: further commands wait. */
  checkSlots: Slots
  /** Ends check commands. */
  stopping: AbortSignal
  /** Ends everything. */
  stopped: AbortSignal
  onFault: (requestId: string, error: unknown) => void
}

/** A plan can be overtaken by a push. */
const MAX_ATTEMPTS = 3
/** For a move in all, so that the page, which waits for 30 s, gets an answer. */
export const MOVE_DEADLINE_MS = 25_000
/** Check commands that run or wait, for one board. */
export const MAX_CHECKED_CARDS = 50

/** Carries out the promotions of one board. */
export class Promoter {
  readonly #running = new Map<number, Promise<unknown>>()

  constructor(
    private readonly board: RepositoryBoard,
    private readonly options: PromoteOptions,
  ) {}

  async promote(request: PromotionRequest): Promise<PromotionResult | RunningPromotion> {
    const signal = this.#deadline()
    try {
      return await this.#decide(request, signal)
    } catch (error) {
      const problem = deadlineProblem(error, signal)
      if (!problem) throw error
      return problem
    }
  }

  /** Resolves when no check command runs any more, and its card says how it ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  #deadline(): AbortSignal {
    return AbortSignal.any([AbortSignal.timeout(MOVE_DEADLINE_MS), this.options.stopped])
  }

  /** Nothing was changed when it throws a PlanError, or the reason of the signal. */
  async #decide(
    request: PromotionRequest,
    signal: AbortSignal,
  ): Promise<PromotionResult | RunningPromotion> {
    const { card, from, to } = request
    if (!(await this.board.recover(signal))) {
      const reason = messages.repository.unfinished(this.board.repository.source)
      return rejected('repository_unfinished', reason, 503)
    }
    const outdated = await this.#syncFirst(request, signal)
    if (outdated) return outdated
    const target = await this.#targetOf(request, signal)
    if ('type' in target) return target
    if (to.position <= from.position) return this.#movingBack(target, to.position)
    const notes = await this.#checkNotes(target, card.id)
    if (notes) return notes
    const { command } = this.board.config.checks
    if (!command) return this.board.queue.run(() => this.#carryOut(target, card.id), signal)
    if (!this.options.allowCheckCommand) {
      const reason = messages.repository.commandNotAllowed(command.join(' '))
      return rejected('check_command_not_allowed', reason)
    }
    // Without an await in between, so that two requests can't both start.
    if (this.#running.has(card.id)) {
      return rejected('checks_running', messages.repository.alreadyRunning)
    }
    if (this.#running.size >= MAX_CHECKED_CARDS) {
      return rejected('repository_busy', messages.repository.checksBusy, 503)
    }
    return this.#startChecks(target, card.id, command)
  }

  #startChecks(target: Promotion, cardId: number, command: readonly string[]): RunningPromotion {
    const result = this.options.checkSlots
      .run(() => this.#checkAndCarryOut({ ...target, signal: this.#deadline() }, cardId))
      .catch((error: unknown): PromotionResult => {
        this.options.onFault('check', error)
        return rejected('repository_failed', messages.repository.unreadable, 503)
      })
      .then(asRefusal)
    // Whoever waits for the result writes it into the store.
    let settle: () => void = () => undefined
    const settled = new Promise<void>((resolve) => {
      settle = resolve
    })
    this.#running.set(cardId, settled)
    const onSettled = () => {
      this.#running.delete(cardId)
      settle()
    }
    const reason = messages.repository.commandRunning(command.join(' '))
    return { type: 'running', reason, result, onSettled }
  }

  /**
   * The newest .board.json counts, also when it was pushed a moment ago. Returns a rejection when
   * the columns between have changed since the request was checked.
   */
  async #syncFirst(
    { from, to, branches }: PromotionRequest,
    signal: AbortSignal,
  ): Promise<Rejection | undefined> {
    try {
      await this.board.sync(signal)
    } catch (error) {
      signal.throwIfAborted()
      this.options.onFault('sync', error)
      return rejected('repository_failed', messages.repository.unreadable, 503)
    }
    const { config, configProblem, hasConfig } = this.board
    if (!hasConfig) return rejected('repository_failed', configProblem ?? '', 503)
    const passed = config.columns
      .slice(from.position + 1, to.position + 1)
      .flatMap(({ rule }) => (rule === 'work' ? [] : rule.branch))
    if (passed.join('\n') === branches.join('\n')) return undefined
    return rejected('repository_busy', messages.repository.configChanged)
  }

  async #targetOf(request: PromotionRequest, signal: AbortSignal): Promise<Promotion | Rejection> {
    const { card, intentId, actor, actorName, branches } = request
    const row = await branchOfCard(this.options.database.reader, card.id)
    const git = this.board.repository.git.until(signal)
    const head =
      row &&
      ((await readRef(git, `refs/heads/${row.name}`)) ??
        (await readRef(git, `${row.head}^{commit}`)))
    if (head === undefined) {
      const isReadable = (await git.run(['rev-parse', '--git-dir'])).code === 0
      return isReadable
        ? rejected('branch_missing', messages.repository.cardBranchMissing)
        : rejected('repository_failed', messages.repository.unreadable, 503)
    }
    const hadCommits = row?.had_commits === 1 && row.head === head
    const isNewWork = request.from.position === 0 && !hadCommits
    return { intentId, card, head, isNewWork, branches, actor, actorName, signal }
  }

  /** A merge stays in the history: only a revert takes its changes back. */
  async #movingBack({ head }: Promotion, position: number): Promise<Rejection> {
    const next = this.board.config.columns[position + 1]
    const branch = next && next.rule !== 'work' ? next.rule.branch : undefined
    const merge = branch && (await this.#mergeOf(head, branch))
    const command = merge ? `git revert -m 1 ${merge.slice(0, 12)}` : undefined
    const reason = messages.repository.movingBack(next?.name ?? '', command)
    return rejected('moving_back', reason)
  }

  /** The merge on the branch's first-parent line that brought the commit. */
  async #mergeOf(head: string, branch: string): Promise<string | undefined> {
    const range = ['--first-parent', '--merges', '--ancestry-path', `${head}..refs/heads/${branch}`]
    const { stdout } = await this.board.repository.git.run(['rev-list', ...range])
    return stdout.trim().split('\n').at(-1) || undefined
  }

  async #checkNotes(target: Promotion, cardId: number): Promise<PromotionResult | undefined> {
    const { repository, config } = this.board
    const git = repository.git.until(target.signal)
    const result = await readChecks(git, config.checks, target.head)
    // A reading that the deadline has ended says nothing about the checks.
    target.signal.throwIfAborted()
    if (result.type === 'passed') return undefined
    if (result.type === 'pending') {
      return rejected('checks_running', messages.repository.checksPending(result.names))
    }
    const branch = target.branches.at(-1) ?? ''
    const tip = (await readRef(repository.git, `refs/heads/${branch}`)) ?? ''
    await this.#saveBasis(target, cardId, { branch, tip })
    return { type: 'refused', code: 'checks_red', reason: result.reason }
  }

  /** For callers that have their turn in the queue. */
  async #carryOut(target: Promotion, cardId: number): Promise<PromotionResult> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const plan = await planPromotion(this.board.repository, target)
      if (plan.type !== 'merges') return this.#refuse(target, cardId, plan)
      const result = await this.#publish(target, cardId, plan.updates)
      if (result) return result
    }
    return rejected('repository_busy', messages.repository.busy)
  }

  /** The command runs on the merge, without holding up the queue. */
  async #checkAndCarryOut(target: Promotion, cardId: number): Promise<PromotionResult> {
    const { repository, queue, config } = this.board
    const command = config.checks.command ?? []
    if (this.options.stopping.aborted) {
      const reason = messages.repository.commandStopped(plain(command.join(' ')))
      return { type: 'refused', code: 'checks_red', reason }
    }
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const plan = await planPromotion(repository, target)
      if (plan.type !== 'merges') return this.#refuse(target, cardId, plan)
      const merge = plan.updates.at(-1)?.newCommit ?? ''
      const check = {
        command,
        timeoutSeconds: config.checks.timeout,
        runner: this.options.checkRunner,
        directory: this.options.checkDirectory,
      }
      const checked = await runCheckCommand(repository, merge, check, this.options.stopping)
      if (checked.type === 'red') {
        await this.#saveBasis(target, cardId, basisOf(plan.updates))
        return { type: 'refused', code: 'checks_red', reason: checked.reason }
      }
      const signal = this.#deadline()
      const publish = () => this.#publish({ ...target, signal }, cardId, plan.updates)
      const result = await queue.run(publish, signal)
      if (result) return result
    }
    return rejected('repository_busy', messages.repository.busy)
  }

  /** Undefined when a stage has moved in between. */
  async #publish(
    target: Promotion,
    cardId: number,
    updates: RefUpdate[],
  ): Promise<PromotionResult | undefined> {
    const { database, updateWorkTree } = this.options
    const { repository } = this.board
    const { signal } = target
    const result = await this.board
      .publishing(() =>
        publish(repository, database.db, target.intentId, updates, { updateWorkTree, signal }),
      )
      .catch((cause: unknown) => {
        // Refs can have changed: the next sync or move finishes or undoes that.
        this.board.isUnfinished = true
        throw new Error(messages.repository.unreadable, { cause })
      })
    if (result === undefined && repository.isRemote) await this.board.fetchNow(signal)
    if (result?.type === 'rejected' && result.code === 'repository_unfinished') {
      this.board.isUnfinished = true
    }
    if (result?.type === 'refused') await this.#saveBasis(target, cardId, basisOf(updates))
    return result
  }

  async #refuse(
    target: Promotion,
    cardId: number,
    plan: Exclude<Plan, { type: 'merges' }>,
  ): Promise<PromotionResult> {
    if (plan.type === 'branch-missing') {
      return rejected('branch_missing', messages.repository.branchMissing(plan.branch))
    }
    await this.#saveBasis(target, cardId, { branch: plan.branch, tip: plan.tip })
    return { type: 'refused', ...refusalOf(plan) }
  }

  /** A later sync unblocks the card when one of these changes. */
  async #saveBasis(
    { head }: Promotion,
    cardId: number,
    { branch, tip }: { branch: string; tip: string },
  ): Promise<void> {
    const { repository, config } = this.board
    const basis = await readBasis(repository.git, config.checks.notes, head, branch, tip)
    await saveBasis(this.options.database.db, cardId, basis)
  }
}

/** What a move says that ran out of time before it changed anything. */
function deadlineProblem(error: unknown, signal: AbortSignal): Rejection | undefined {
  const isStopped = signal.aborted && (error === signal.reason || error instanceof GitError)
  if (isStopped) {
    const reason = messages.repository.moveTookTooLong(MOVE_DEADLINE_MS / 1_000)
    return rejected('repository_busy', reason, 503)
  }
  if (!(error instanceof GitError)) return undefined
  return rejected('repository_failed', messages.repository.failed(printable(error.message)), 503)
}

/**
 * The response was sent long ago, so the card has to show the reason. A promotion that is unfinished
 * isn't refused: the next move or start finishes it.
 */
function asRefusal(result: PromotionResult): PromotionResult {
  if (result.type !== 'rejected' || result.code === 'repository_unfinished') return result
  const isRemote = result.code === 'repository_unreachable'
  const code = isRemote ? 'remote_refused' : 'checks_red'
  return { type: 'refused', code, reason: result.reason }
}

function basisOf(updates: readonly RefUpdate[]): { branch: string; tip: string } {
  const last = updates.at(-1)
  return { branch: last?.ref.replace(/^refs\/heads\//, '') ?? '', tip: last?.oldCommit ?? '' }
}
