import {
  type PromotionRequest,
  type PromotionResult,
  type RunningPromotion,
  rejected,
} from '../../gate/gate.ts'
import { messages } from '../../messages/messages.ts'
import { Slots } from '../../slots.ts'
import { type CheckCommand, runCheckCommand } from '../checks/check-command.ts'
import type { CheckResult } from '../checks/commit-checks.ts'
import { countsOnForge } from '../checks/pull-verdict.ts'
import { plainText } from '../git/plain-text.ts'
import type { RefUpdate } from '../git/repository.ts'
import { withDeadline } from '../git/with-deadline.ts'
import { isFromPulls } from '../sync/pull-cards.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'
import type { Promotion } from './commit-as.ts'
import { checkCommit, decideAgain, refusePlan, saveRefusal } from './decide-promotion.ts'
import { moveBack } from './move-back.ts'
import { planPromotion } from './plan-promotion.ts'
import { findTarget, syncBeforeMove } from './prepare-promotion.ts'
import type { PromoteOptions } from './promote-options.ts'
import { asRefusal, unfinishedProblem } from './promotion-results.ts'
import { publishPlan } from './publish-plan.ts'

/** A plan can be overtaken by a push. */
const MAX_ATTEMPTS = 3
/** Check commands that run or wait, for one board. */
const MAX_CHECKED_CARDS = 50
/** A move waits for the first sync of a large board for this part of its time: about 3 s. */
const LOOK_SHARE = 8

/**
 * Carries out the promotions of one board.
 * See .github/decisions/0024-cards-are-branches.md.
 */
export class Promoter {
  readonly #running = new Map<number, Promise<unknown>>()
  /** One check at a time: when it succeeds, the merge that another one checks is outdated. */
  readonly #checks = new Slots(1)

  constructor(
    private readonly board: RepositoryBoard,
    private readonly options: PromoteOptions,
  ) {}

  async promote(request: PromotionRequest): Promise<PromotionResult | RunningPromotion> {
    return this.#withDeadline(async (signal) => {
      try {
        return await this.#decide(request, signal)
      } catch (error) {
        const deadlineMs = this.options.moveDeadlineMs
        const problem = unfinishedProblem(error, { signal, deadlineMs })
        if (!problem) throw error
        return problem
      }
    })
  }

  /** Resolves when no check command runs any more, and its card says how it ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  #withDeadline<Result>(task: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    return withDeadline(this.options.moveDeadlineMs, [this.options.stopped], task)
  }

  /** Nothing was changed when it throws a GitError, or the reason of the signal. */
  async #decide(
    request: PromotionRequest,
    signal: AbortSignal,
  ): Promise<PromotionResult | RunningPromotion> {
    const { card, from, to } = request
    if (await this.#isStillLooking(signal)) {
      return rejected('repository_busy', messages.repository.stillLooking, 503)
    }
    if (!(await this.board.recover(signal))) {
      const reason = messages.repository.unfinished(this.board.repository.source)
      return rejected('repository_unfinished', reason, 503)
    }
    const sync = () => this.board.sync(signal)
    const { onFault } = this.options
    const outdated = await syncBeforeMove(this.board, request, sync, signal, onFault)
    if (outdated) return outdated
    const target = await findTarget(this.board, this.options.database, request, signal)
    if ('type' in target) return target
    if (to.position <= from.position) {
      const move = () => moveBack(this.board, this.options, request, target)
      return this.#record(target, card.id, await this.board.queue.run(move, signal))
    }
    const asked = await this.#askForge(target)
    const { command } = this.board.config.checks
    if (!command) {
      const carryOut = () => this.#carryOut(request, asked)
      return this.#record(target, card.id, await this.board.queue.run(carryOut, signal))
    }
    const denied = await checkCommit(this.board, asked)
    if (denied) return this.#record(target, card.id, denied)
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
    return this.#startChecks(request, target, command)
  }

  /** Before its turn in the queue: a slow forge must not hold up the moves of others. */
  async #askForge(target: Promotion): Promise<Promotion> {
    const { forge, config } = this.board
    if (!forge || !countsOnForge(config)) return target
    const isOwnCard = isFromPulls(config)
    return { ...target, forge: await forge.ask({ ...target, isOwnCard }, target.signal) }
  }

  /** Waits a little for the first sync. */
  async #isStillLooking(signal: AbortSignal): Promise<boolean> {
    if (!this.board.isLooking) return false
    const patience = AbortSignal.any([
      signal,
      AbortSignal.timeout(this.options.moveDeadlineMs / LOOK_SHARE),
    ])
    await this.board.sync(patience).catch(() => undefined)
    signal.throwIfAborted()
    return this.board.isLooking
  }

  #startChecks(
    request: PromotionRequest,
    target: Promotion,
    command: readonly string[],
  ): RunningPromotion {
    const cardId = request.card.id
    const check = () => this.#checkAndCarryOut(request, target)
    const result = this.#checks
      .run(() => this.options.checkSlots.run(check))
      .catch((error: unknown): PromotionResult => {
        this.options.onFault('check', error)
        return rejected('repository_failed', messages.repository.unreadable, 503)
      })
      .then((outcome) => this.#refuseLate(target, cardId, outcome))
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

  /** The response was sent long ago, so the card has to show why it isn't moved. */
  #refuseLate(target: Promotion, cardId: number, outcome: PromotionResult) {
    return this.#record(target, cardId, asRefusal(outcome))
  }

  #record(target: Promotion, cardId: number, result: PromotionResult): Promise<PromotionResult> {
    return saveRefusal(this.options.database, target, cardId, result)
  }

  /** For callers that have their turn in the queue. */
  async #carryOut(request: PromotionRequest, target: Promotion): Promise<PromotionResult> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const denied = await decideAgain(this.board, this.options, request, target, () =>
        this.board.syncNow(),
      )
      if (denied) return denied
      const plan = await planPromotion(this.board, target)
      if (plan.type !== 'merges') return refusePlan(plan)
      const result = await publishPlan(this.board, this.options, target, plan.updates)
      if (result) return result
    }
    return rejected('repository_busy', messages.repository.busy)
  }

  /** Each branch that the move changes, one after the other, as far as the first red one. */
  async #checkAll(updates: readonly RefUpdate[], check: CheckCommand): Promise<CheckResult> {
    for (const { newCommit } of updates) {
      const { stopping } = this.options
      const checked = await runCheckCommand(this.board.repository, newCommit, check, stopping)
      if (checked.type === 'red') return checked
    }
    return { type: 'passed' }
  }

  /** The command runs on the merge, without holding up the queue. */
  async #checkAndCarryOut(request: PromotionRequest, target: Promotion): Promise<PromotionResult> {
    const { queue, config } = this.board
    const command = config.checks.command ?? []
    if (this.options.stopping.aborted) {
      const reason = messages.repository.commandStopped(plainText(command.join(' ')))
      return { type: 'refused', code: 'checks_red', reason }
    }
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const denied = await this.#withDeadline(async (signal) => {
        const now = await this.#askForge({ ...target, signal })
        return decideAgain(this.board, this.options, request, now, () => this.board.sync(signal))
      })
      if (denied) return denied
      // Not with the signal of the stop: the card has to say why its check didn't run.
      const plan = await withDeadline(this.options.moveDeadlineMs, [], (signal) =>
        planPromotion(this.board, { ...target, signal }),
      )
      if (plan.type !== 'merges') return refusePlan(plan)
      const check = {
        command,
        timeoutSeconds: config.checks.timeout,
        runner: this.options.checkRunner,
      }
      const checked = await this.#checkAll(plan.updates, check)
      if (checked.type === 'red') {
        return { type: 'refused', code: 'checks_red', reason: checked.reason }
      }
      const result = await this.#withDeadline(async (signal) => {
        const now = await this.#askForge({ ...target, signal })
        return queue.run(async () => {
          const late = await decideAgain(this.board, this.options, request, now, () =>
            this.board.syncNow(),
          )
          return late ?? publishPlan(this.board, this.options, now, plan.updates)
        }, signal)
      })
      if (result) return result
    }
    return rejected('repository_busy', messages.repository.busy)
  }
}
