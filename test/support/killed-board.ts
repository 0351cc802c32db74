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
}

const LIMITS = ['--writes-per-minute', '1000000', '--loads-per-minute', '1000000']
const OPTIONS = [...LIMITS, '--log-level', 'error']
const CLIENTS = 4
const MAX_KILL_DELAY_MS = 400

/** Cards with even numbers go over two stages, the others over all three. */
const stagesOf = (card: number) => STAGES.slice(0, card % 2 === 0 ? 2 : 3)

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A board process that is killed again and again, and the promotions that it has acknowledged. */
export class KilledBoard {
  readonly acknowledged = new Set<number>()
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
    return this.#promote(card, await this.#columns())
  }

  async killDuring(cards: readonly number[], { victims, isAtLock }: Kill): Promise<void> {
    const waiting = [...cards]
    const columns = await this.#columns()
    const client = async () => {
      for (let card = waiting.pop(); card !== undefined; card = waiting.pop()) {
        if ((await this.#promote(card, columns)) === undefined) return
      }
    }
    const clients = Promise.all(Array.from({ length: CLIENTS }, client))
    await delay(Math.random() * MAX_KILL_DELAY_MS)
    if (isAtLock) await Promise.race([this.#nextLock(), clients])
    const pid = this.#board?.pid ?? 0
    // A stopped service starts no further git.
    if (victims === 'service and git') process.kill(pid, 'SIGSTOP')
    if (victims !== 'service') killChildren(pid)
    if (victims === 'git before service') await delay(Math.random() * 50)
    await this.#board?.stop('SIGKILL')
    await clients
    const traces = [...this.#partialPromotions(), ...repositoryFaults(this.repository)]
    if (traces.length > 0) this.interrupted += 1
  }

  /** Everything that isn't as it has to be after a restart. */
  async faults(): Promise<string[]> {
    const columns = await this.#columns()
    const tasks = columns.flatMap(({ tasks: inColumn }, column) =>
      inColumn.map((task) => ({ ...task, column })),
    )
    const contained = STAGES.map(
      (stage) => new Set(this.repository.git('rev-list', stage).split('\n')),
    )
    const heads = this.#heads()
    const isIn = (card: number, stage: number) =>
      contained[stage]?.has(heads.get(card) ?? '') ?? false
    const wrongColumns = tasks.filter(
      ({ number, column }) =>
        STAGES.findLastIndex((_, stage) => isIn(number, stage)) + 1 !== column,
    )
    const lost = [...this.acknowledged].filter(
      (card) => !stagesOf(card).every((_, stage) => isIn(card, stage)),
    )
    const uses = new Set(tasks.flatMap(({ id, number }) => [`id ${id}`, `#${number}`]))
    return [
      ...wrongColumns.map(({ number, column }) => `#${number} is in column ${column}`),
      ...lost.map((card) => `#${card} was promoted, but is not in all of its stages`),
      ...(tasks.length === this.#cards && uses.size === 2 * tasks.length ? [] : ['card count']),
      ...this.#partialPromotions(),
      ...repositoryFaults(this.repository),
    ]
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

  #heads(): Map<number, string> {
    const format = '--format=%(refname:lstrip=3) %(objectname)'
    const refs = this.repository.git('for-each-ref', format, 'refs/heads/card/')
    return new Map(
      refs.split('\n').map((line) => {
        const [number = '', head = ''] = line.split(' ')
        return [Number(number), head]
      }),
    )
  }

  /** Resolves to the status, or undefined when there was no response. */
  async #promote(card: number, columns: readonly Column[]): Promise<number | undefined> {
    const { statusId } = columns[stagesOf(card).length] ?? {}
    try {
      const { status } = await this.#fetch('PATCH', `v1/cards/${card}`, { statusId })
      if (status === 200) this.acknowledged.add(card)
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
      const watcher = watch(join(directory, 'refs/heads'), (_, name) => {
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
function killChildren(pid: number): void {
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
