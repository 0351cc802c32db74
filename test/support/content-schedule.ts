import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { createRepository, type GitRepository } from './git-repository.ts'
import { killChildren } from './killed-board.ts'
import { openRepositoryBoard } from './repository-board.ts'

export const CARDS = [1, 2, 3] as const
type CardNumber = (typeof CARDS)[number]

const STAGES = ['main', 'staging'] as const

/** What people and the board do to a card, or to a stage. What git refuses, changes nothing. */
export type ContentStep =
  | {
      type:
        | 'commit'
        | 'merge'
        | 'squash'
        | 'rebase'
        | 'revert'
        | 'revert the revert'
        | 'force push'
        | 'delete'
      card: CardNumber
    }
  | { type: 'promote' | 'move back'; card: CardNumber }
  /** A move during which git is killed after a while. */
  | { type: 'kill'; card: CardNumber; delayMs: number }
  | { type: 'merge main into staging' }
  | { type: 'restart' }

interface CardState {
  /** Number of commits on its branch. */
  version: number
  /** What brought it into main, and what took it out again, oldest first. */
  brought: string[]
  reverts: string[]
  /** Newest commit of its branch. */
  head: string
  isDeleted: boolean
  /** Whether the next sync can let go of the card of a deleted branch, and whether one has. */
  isLeaving: boolean
  hasLeft: boolean
}

/**
 * A repository and the board over it. What the board has to show is read from the files of the
 * stages: a card is in the furthest stage that has all of its lines.
 */
export class ContentSchedule {
  readonly repository: GitRepository = createRepository(['staging'])
  readonly #cards = new Map<CardNumber, CardState>()
  #board: Awaited<ReturnType<typeof openRepositoryBoard>> | undefined
  readonly #files = new Map<string, readonly string[]>()
  #lines = 0

  async open(): Promise<void> {
    this.repository.git('config', 'core.fsync', 'none')
    for (const card of CARDS) this.#writeFile('main', card, ['start', '', '', '', 'end'])
    this.#on('staging', ['merge', '--quiet', '--ff-only', 'main'])
    for (const card of CARDS) {
      this.#cards.set(card, {
        version: 0,
        brought: [],
        reverts: [],
        head: '',
        isDeleted: false,
        isLeaving: false,
        hasLeft: false,
      })
      this.#commit(card)
    }
    await this.#restart()
    await this.check()
  }

  async close(): Promise<void> {
    await this.#board?.close()
  }

  async run(step: ContentStep): Promise<void> {
    if (step.type === 'merge main into staging') this.#mergeMain()
    else if (step.type === 'restart') await this.#withoutLoss(() => this.#restart())
    else if (step.type === 'promote') await this.#withoutLoss(() => this.#move(step.card, 'Main'))
    else if (step.type === 'move back') {
      await this.#withoutLoss(() => this.#move(step.card, 'Work'))
    } else if (step.type === 'kill') {
      await this.#withoutLoss(() => this.#moveAndKill(step.card, step.delayMs))
    } else this.#change(step.type, step.card)
    await this.check()
  }

  /** The board changes no branch of a card, and takes no commit from a stage. */
  async #withoutLoss(task: () => Promise<void>): Promise<void> {
    const cards = () => this.repository.git('for-each-ref', 'refs/heads/card')
    const stages = Object.entries(this.#stageHeads())
    const before = cards()
    await task()
    expect(cards()).toBe(before)
    const lost = stages.filter(([name, head]) => !this.repository.isAncestor(head, name))
    expect(lost).toEqual([])
  }

  async check(): Promise<void> {
    const shown = new Map((await this.#board?.cards())?.map((card) => [card.number, card.column]))
    const heads = this.#stageHeads()
    for (const card of CARDS) {
      const column = this.#columnOf(card, heads)
      const state = this.#state(card)
      // A card of a deleted branch is done in the last column. In the first one, it leaves with the
      // second sync, which can be one between two steps.
      const isDone = state.isDeleted && column === 'Staging'
      const mayLeave = state.isDeleted && column !== 'Main'
      state.hasLeft ||= isDone || ((mayLeave || state.isLeaving) && !shown.has(card))
      state.isLeaving = mayLeave
      expect([card, shown.get(card)]).toEqual([card, state.hasLeft ? undefined : column])
    }
    expect(this.#board?.problems()).toEqual([])
  }

  checkEnd(): void {
    expect(this.repository.git('fsck', '--strict', '--no-dangling')).toBe('')
  }

  #state(card: CardNumber): CardState {
    const state = this.#cards.get(card)
    if (!state) throw new Error(`Card ${card} is missing`)
    return state
  }

  #columnOf(card: CardNumber, heads = this.#stageHeads()): string {
    if (this.#has(heads.staging, card)) return 'Staging'
    return this.#has(heads.main, card) ? 'Main' : 'Work'
  }

  #stageHeads(): { main: string; staging: string } {
    return { main: this.repository.head('main'), staging: this.repository.head('staging') }
  }

  /** Whether a commit has all lines of a card. */
  #has(commit: string, card: CardNumber): boolean {
    const lines = this.#linesOf(`${commit}:file-${card}.txt`)
    const own = Array.from({ length: this.#state(card).version }, (_, index) => `card ${index}`)
    return own.every((line) => lines.includes(line))
  }

  /** Of a file in a commit, read once. */
  #linesOf(file: string): readonly string[] {
    const lines = this.#files.get(file) ?? this.repository.git('show', file).split('\n')
    this.#files.set(file, lines)
    return lines
  }

  #change(type: ContentStep['type'], card: CardNumber): void {
    const branch = `card/${card}`
    const isIn = this.#has(this.repository.head('main'), card)
    if (type === 'commit') this.#commit(card)
    else if (type === 'revert' && isIn) this.#revert(card)
    else if (type === 'revert the revert' && !isIn) this.#revertRevert(card)
    else if (this.#state(card).isDeleted) return
    else if (type === 'delete') this.#delete(card)
    else if (type === 'force push') this.#forcePush(card)
    else if (type === 'merge' && !isIn) {
      this.#bring(card, ['merge', '--quiet', '--no-ff', '-m', `Merge ${card}`, branch])
    } else if (type === 'squash' && !isIn) {
      const commit = ['commit', '--quiet', '-m', `Squash ${card}`]
      this.#bring(card, ['merge', '--quiet', '--squash', branch], commit)
    } else if (type === 'rebase' && !isIn) {
      const base = this.repository.git('merge-base', 'main', branch)
      this.#bring(card, ['cherry-pick', `${base}..${branch}`])
    }
  }

  /** One commit with the same files in place of the branch's own ones. */
  #forcePush(card: CardNumber): void {
    const branch = `card/${card}`
    const base = this.repository.git('merge-base', 'main', branch)
    const head = this.repository.head(branch)
    if (base === head) return
    const args = ['commit-tree', `${head}^{tree}`, '-p', base, '-m', `Card ${card}, in one commit`]
    const commit = this.repository.git(...args)
    this.repository.git('update-ref', `refs/heads/${branch}`, commit)
  }

  #delete(card: CardNumber): void {
    const branch = `card/${card}`
    Object.assign(this.#state(card), { head: this.repository.head(branch), isDeleted: true })
    this.repository.git('branch', '--quiet', '-D', branch)
  }

  /** A card changes only lines of its own file. A deleted branch goes on where it was. */
  #commit(card: CardNumber): void {
    const state = this.#state(card)
    if (state.isDeleted) this.repository.git('branch', `card/${card}`, state.head)
    Object.assign(state, { isDeleted: false, hasLeft: false })
    state.version += 1
    const lines = Array.from({ length: state.version }, (_, index) => `card ${index}`)
    this.#writeFile(`card/${card}`, card, ['start', ...lines, 'end'])
  }

  #writeFile(branch: string, card: CardNumber, lines: readonly string[]): void {
    this.#lines += 1
    const text = [...lines, `# ${branch === 'main' ? '' : card}`].join('\n')
    this.repository.commit(branch, { [`file-${card}.txt`]: `${text}\n` })
  }

  #bring(card: CardNumber, ...commands: string[][]): void {
    const before = this.repository.head('main')
    if (!this.#on('main', ...commands)) return
    const commits = this.#since(before)
    const state = this.#state(card)
    if (commits.length === 0) return
    Object.assign(state, { brought: commits, reverts: [] })
  }

  #revert(card: CardNumber): void {
    const state = this.#state(card)
    const before = this.repository.head('main')
    const commands = state.brought.toReversed().map((commit) => this.#revertOf(commit))
    if (!this.#on('main', ...commands)) return
    state.reverts = this.#since(before)
  }

  #revertRevert(card: CardNumber): void {
    const state = this.#state(card)
    if (state.reverts.length === 0) return
    const commands = state.reverts.toReversed().map((commit) => this.#revertOf(commit))
    if (this.#on('main', ...commands)) state.reverts = []
  }

  #revertOf(commit: string): string[] {
    const parents = this.repository.git('log', '-1', '--format=%P', commit).split(' ')
    return ['revert', '--no-edit', ...(parents.length > 1 ? ['-m', '1'] : []), commit]
  }

  /** Oldest first, without what came with a merge. */
  #since(before: string): string[] {
    const range = ['--first-parent', '--reverse', `${before}..main`]
    return this.repository
      .git('rev-list', ...range)
      .split('\n')
      .filter(Boolean)
  }

  #mergeMain(): void {
    this.#on('staging', ['merge', '--quiet', '--no-ff', '-m', 'Merge main', 'main'])
  }

  /** All of the commands, or none: false when git refuses one. */
  #on(branch: string, ...commands: string[][]): boolean {
    const before = this.repository.head(branch)
    this.repository.git('checkout', '--quiet', branch)
    try {
      for (const command of commands) this.repository.git(...command)
      return true
    } catch {
      this.repository.git('reset', '--quiet', '--hard', before)
      return false
    } finally {
      this.repository.leave()
    }
  }

  async #move(card: CardNumber, column: 'Main' | 'Work'): Promise<void> {
    const state = this.#state(card)
    const before = this.#columnOf(card)
    const isBack = column === 'Work'
    if (state.hasLeft || (isBack ? before === 'Work' : before !== 'Work')) return
    const mains = this.repository.head('main')
    const response = await this.#board?.move(card, column)
    state.hasLeft ||= state.isDeleted && response?.status === 404
    if (state.hasLeft) return
    if (response?.status !== 200) {
      expect(response?.status).toBe(409)
      expect(this.repository.head('main')).toBe(mains)
      return
    }
    expect(this.#columnOf(card)).toBe(column)
    this.#noteMove(card, column, this.#since(mains))
  }

  /**
   * After a restart, the stages have all of the move or nothing of it. A stage that others took the
   * card out of doesn't change.
   */
  async #moveAndKill(card: CardNumber, delayMs: number): Promise<void> {
    const state = this.#state(card)
    const column = this.#columnOf(card)
    if (state.hasLeft) return
    const before = this.#stageHeads()
    const target = column === 'Work' ? 'Main' : 'Work'
    const affected =
      target === 'Main'
        ? ['main' as const]
        : STAGES.filter((stage) => this.#has(before[stage], card))
    const moving = this.#board?.move(card, target)
    await setTimeout(delayMs)
    killChildren(process.pid)
    const response = await moving
    await this.#restart()
    const after = this.#stageHeads()
    const changed = STAGES.filter((stage) => after[stage] !== before[stage])
    if (changed.length > 0) expect(changed).toEqual(affected)
    if (response?.status === 200) expect(this.#columnOf(card)).toBe(target)
    this.#noteMove(card, target, this.#since(before.main))
  }

  /** What a later revert, or the revert of one, has to undo in main. */
  #noteMove(card: CardNumber, column: 'Main' | 'Work', commits: string[]): void {
    if (commits.length === 0) return
    const state = this.#state(card)
    if (column === 'Work') state.reverts = commits
    else Object.assign(state, { brought: commits, reverts: [] })
  }

  async #restart(): Promise<void> {
    const before = this.#board
    await before?.close()
    this.#board = await openRepositoryBoard(this.repository.path, {}, before)
  }
}
