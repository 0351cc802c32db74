import { readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import type { GitRepository } from './git-repository.ts'
import { pushCommits, repositoryFaults, STAGES } from './repository-model.ts'
import type { Task } from './repository-schedule.ts'
import { createDataDirectory, type RunningBoard, startBoard } from './start-board.ts'

export interface Kill {
  victims: 'service and git' | 'service' | 'git before service'
  /** Kills when the next ref is locked, not at any moment. */
  isAtLock: boolean
  /** From the first request to the kill, or to the wait for the lock. */
  delayMs: number
  /** From the end of git to that of the service, when git is first. */
  serviceDelayMs: number
}

const LIMITS = ['--writes-per-minute', '1000000', '--loads-per-minute', '1000000']
const OPTIONS = [...LIMITS, '--log-level', 'error']
const CLIENTS = 4

/** Cards with even numbers go over two stages, the others over all three. */
const stagesOf = (card: number) => STAGES.slice(0, card % 2 === 0 ? 2 : 3)

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** What a client asks for: a promotion, or the way back to the first column. */
export type KilledMove = 'promote' | 'move back'

/** A board process that is killed again and again, and the moves that it has acknowledged. */
export class KilledBoard {
  readonly acknowledged = new Set<number>()
  /** Cards that were moved back, as far as a response says. */
  readonly movedBack = new Set<number>()
  /** Kills that left a ref transaction half done, or its locks. */
  interrupted = 0
  readonly #data = createDataDirectory()
  readonly #start: string
  #cards = 0
  #key = ''
  #board: RunningBoard | undefined

  constructor(readonly repository: GitRepository) {
    this.#start = repository.head('main')
  }

  async start(): Promise<void> {
    this.#board = await startBoard(['--repo', this.repository.path, ...OPTIONS], this.#data)
    this.#key ||= this.#board.keys.owner ?? ''
  }

  async stop(): Promise<void> {
    await this.#board?.stop()
  }

  /** Their files differ, so that every one of them can be merged. */
  addCards(count: number): number[] {
    const numbers = Array.from({ length: count }, (_, index) => this.#cards + index + 1)
    const commits = numbers.map((card) => ({
      branch: `card/${card}`,
      from: this.#start,
      file: `${card}.txt`,
      text: `${card}`,
    }))
    pushCommits(this.repository, commits)
    this.#cards += count
    return numbers
  }

  /** Waits until the board shows every card. */
  async seeCards(): Promise<void> {
    for (;;) {
      const columns = await this.#columns()
      if (columns.flatMap(({ tasks }) => tasks).length === this.#cards) return
      await delay(50)
    }
  }

  /** Returns the status: a lock that was left behind would refuse it. */
  async promoteOneMore(): Promise<number | undefined> {
    const [card = 0] = this.addCards(1)
    await this.seeCards()
    return this.#request('promote', card, await this.#columns())
  }

  async promoteAll(cards: readonly number[]): Promise<void> {
    const columns = await this.#columns()
    for (const card of cards) await this.#request('promote', card, columns)
  }

  async killDuring(
    cards: readonly number[],
    { victims, isAtLock, delayMs, serviceDelayMs }: Kill,
    move: KilledMove = 'promote',
  ): Promise<void> {
    const waiting = [...cards]
    const columns = await this.#columns()
    const client = async () => {
      for (let card = waiting.pop(); card !== undefined; card = waiting.pop()) {
        if ((await this.#request(move, card, columns)) === undefined) return
      }
    }
    const clients = Promise.all(Array.from({ length: CLIENTS }, client))
    await delay(delayMs)
    if (isAtLock) await Promise.race([this.#nextLock(), clients])
    const pid = this.#board?.pid ?? 0
    // A stopped service starts no further git.
    if (victims === 'service and git') process.kill(pid, 'SIGSTOP')
    if (victims !== 'service') killChildren(pid)
    if (victims === 'git before service') await delay(serviceDelayMs)
    await this.#board?.stop('SIGKILL')
    await clients
    const partial = [...this.#partialPromotions(), ...this.#partialCards()]
    const traces = [...partial, ...repositoryFaults(this.repository)]
    if (traces.length > 0) this.interrupted += 1
  }

  /** Everything that isn't as it has to be after a restart. */
  async faults(): Promise<string[]> {
    const columns = await this.#columns()
    const tasks = columns.flatMap(({ tasks: inColumn }, column) =>
      inColumn.map((task) => ({ ...task, column })),
    )
    const isIn = this.#filesOfStages()
    const wrongColumns = tasks.filter(
      ({ number, column }) =>
        STAGES.findLastIndex((_, stage) => isIn(number, stage)) + 1 !== column,
    )
    const lost = [...this.acknowledged].filter(
      (card) => !stagesOf(card).every((_, stage) => isIn(card, stage)),
    )
    const back = [...this.movedBack].filter((card) => STAGES.some((_, stage) => isIn(card, stage)))
    const uses = new Set(tasks.flatMap(({ id, number }) => [`id ${id}`, `#${number}`]))
    return [
      ...wrongColumns.map(({ number, column }) => `#${number} is in column ${column}`),
      ...lost.map((card) => `#${card} was promoted, but is not in all of its stages`),
      ...back.map((card) => `#${card} was moved back, but is in a stage`),
      ...(tasks.length === this.#cards && uses.size === 2 * tasks.length ? [] : ['card count']),
      ...this.#partialPromotions(),
      ...this.#partialCards(),
      ...repositoryFaults(this.repository),
    ]
  }

  /** Each card has a file of its own: whether a stage has it. */
  #filesOfStages(): (card: number, stage: number) => boolean {
    const files = STAGES.map(
      (stage) => new Set(this.repository.git('ls-tree', '--name-only', stage).split('\n')),
    )
    return (card, stage) => files[stage]?.has(`${card}.txt`) ?? false
  }

  /** Cards of which only some of the stages have lost, or got, the file. */
  #partialCards(): string[] {
    const isIn = this.#filesOfStages()
    const cards = Array.from({ length: this.#cards }, (_, index) => index + 1)
    return cards.flatMap((card) => {
      const found = stagesOf(card).filter((_, stage) => isIn(card, stage))
      const isWhole = found.length === 0 || found.length === stagesOf(card).length
      return isWhole ? [] : [`#${card} is on ${found} only`]
    })
  }

  /** Each intent has merges on all stages up to its target, and no card has two intents. */
  #partialPromotions(): string[] {
    const trailer = (key: string) => `%(trailers:key=Trunkline-${key},valueonly,separator=)`
    const format = `--format=${trailer('Card')} ${trailer('Intent')}`
    const stagesByIntent = new Map<string, string[]>()
    for (const stage of STAGES) {
      const merges = this.repository.git('log', '--merges', '--first-parent', format, stage)
      for (const merge of merges.split('\n').filter(Boolean)) {
        stagesByIntent.set(merge, [...(stagesByIntent.get(merge) ?? []), stage])
      }
    }
    const cards = [...stagesByIntent.keys()].map((merge) => merge.split(' ')[0])
    const partial = [...stagesByIntent].filter(
      ([merge, stages]) => stages.join() !== stagesOf(Number.parseInt(merge, 10)).join(),
    )
    return [
      ...partial.map(([merge, stages]) => `The merges of ${merge} are on ${stages} only`),
      ...(new Set(cards).size === cards.length ? [] : ['A card was merged twice']),
    ]
  }

  /** Resolves to the status, or undefined when there was no response. */
  async #request(
    move: KilledMove,
    card: number,
    columns: readonly Column[],
  ): Promise<number | undefined> {
    const { statusId } = columns[move === 'promote' ? stagesOf(card).length : 0] ?? {}
    // Without a response, it can be in either place.
    if (move === 'move back') this.acknowledged.delete(card)
    try {
      const { status } = await this.#fetch('PATCH', `v1/cards/${card}`, { statusId })
      if (status === 200) (move === 'promote' ? this.acknowledged : this.movedBack).add(card)
      return status
    } catch {
      return undefined
    }
  }

  async #columns(): Promise<Column[]> {
    return (await (await this.#fetch('GET', 'v1/board')).json()).columns
  }

  #fetch(method: string, path: string, body?: object): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json' }
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
    return fetch(`${this.#board?.url}${path}`, init)
  }

  #nextLock(): Promise<void> {
    const directory = this.repository.git('rev-parse', '--absolute-git-dir')
    return new Promise((resolve) => {
      // When no ref is locked, nobody closes it.
      const options = { persistent: false }
      const watcher = watch(join(directory, 'refs/heads'), options, (_, name) => {
        if (!name?.endsWith('.lock')) return
        watcher.close()
        resolve()
      })
    })
  }
}

interface Column {
  statusId: string
  tasks: Task[]
}

/** On Linux; elsewhere, git ends by itself. */
export function killChildren(pid: number): void {
  for (const child of childrenOf(pid)) {
    try {
      process.kill(child, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
}

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return text.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
