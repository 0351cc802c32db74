import { expect, vi } from 'vitest'
import { openService } from '#service/open-service.ts'
import { RepositoryBoard } from '#service/repository/sync/repository-board.ts'
import { createRepository } from './git-repository.ts'
import { type Change, RepositoryModel, repositoryFaults, STAGES } from './repository-model.ts'
import { createDataDirectory } from './start-board.ts'

export type Step =
  | Change
  /** To `by` columns further. */
  | { type: 'promote'; branch: string; by: number }
  /** At once, while somebody pushes to a stage. */
  | PromoteTogether
  | { type: 'restart' }

interface PromoteTogether {
  type: 'promote together'
  branches: string[]
  push: Change
  delayMs: number
}

/** Two of them have the same number. */
export const BRANCHES = ['card/1', 'card/2-login', 'fix-2', 'topic', 'notes']

export interface Task {
  id: string
  number: number
  title: string
  statusId: string
}

/** The service on one repository, in this process. */
async function openBoard(path: string, data: string) {
  // A load waits only so long for a sync, so the tests need the object that syncs.
  const sync = vi.spyOn(RepositoryBoard.prototype, 'sync')
  const opened = await openService({
    data,
    empty: true,
    demoCards: undefined,
    cors: [],
    limits: { writesPerMinute: 1_000_000, loadsPerMinute: 1_000_000 },
    repositories: {
      sources: [path],
      minRoles: [],
      allowCheckCommand: false,
      checkRunner: [],
      updateWorkTree: false,
    },
    onFault: (_, error) => {
      throw error
    },
  })
  const [board] = sync.mock.contexts as RepositoryBoard[]
  sync.mockRestore()
  return { ...opened, sync: async () => board?.sync() }
}

/** A repository, the board over it, and what both have to be after every step. */
export class RepositorySchedule {
  readonly model = new RepositoryModel(createRepository())
  readonly #data = createDataDirectory()
  #promoted: { head: string; stages: readonly string[] }[] = []
  /** Branches by the ids of the cards that they ever had. */
  readonly #ids = new Map<string, string>()
  /** What the board shows now, by branch. */
  #tasks = new Map<string, Task>()
  #statusIds: string[] = []
  #key = ''
  #board: Awaited<ReturnType<typeof openBoard>> | undefined

  async open(): Promise<void> {
    this.model.repository.git('config', 'core.fsync', 'none')
    // The title of a card is its branch's description.
    for (const name of BRANCHES) {
      this.model.repository.git('config', `branch.${name}.description`, name)
    }
    await this.#restart()
    await this.check()
  }

  async close(): Promise<void> {
    await this.#board?.close()
  }

  async run(step: Step): Promise<void> {
    if (step.type === 'restart') await this.#restart()
    else if (step.type === 'promote') await this.#promote(step.branch, step.by)
    else if (step.type === 'promote together') await this.#promoteTogether(step)
    else this.model.apply(step)
    await this.check()
  }

  async check(): Promise<void> {
    // The second one removes cards whose branch is deleted.
    await this.#board?.sync()
    await this.#board?.sync()
    const response = await this.#request('GET', '/v1/board')
    const { columns }: { columns: { statusId: string; tasks: Task[] }[] } = await response.json()
    this.#statusIds = columns.map(({ statusId }) => statusId)
    const places = columns.flatMap(({ tasks }, column) =>
      tasks.map((task) => [task.title, column] as const),
    )
    const lost = this.model.observe(new Map(places))
    const cards = [...this.model.cards].map(([name, { column }]) => [name, column])
    expect({ lost, cards: places.sort() }).toEqual({ lost: [], cards: cards.sort() })
    this.#checkIds(columns.flatMap(({ tasks }) => tasks))
  }

  /** The number in a branch's name is for its next card too; an id never is. */
  #checkIds(tasks: readonly Task[]): void {
    const before = this.#tasks
    this.#tasks = new Map(tasks.map((task) => [task.title, task]))
    for (const { title, id, number } of tasks) {
      const known = before.get(title)
      if (known) expect({ id, number }).toEqual({ id: known.id, number: known.number })
      else expect(this.#ids.has(id), `id ${id} is used again`).toBe(false)
      this.#ids.set(id, title)
    }
  }

  checkEnd(): void {
    const { repository, cards } = this.model
    const missing = this.#promoted.flatMap(({ head, stages }) =>
      stages.filter((name) => !repository.isAncestor(head, name)),
    )
    const byCommits = [...cards].filter(([, { isByContent }]) => !isByContent)
    const wrong = byCommits.filter(([, { content, column, hadCommits }]) => {
      const contained = STAGES.findLastIndex((name) => repository.isAncestor(content, name)) + 1
      return contained !== column && (column !== 0 || hadCommits)
    })
    const faults = repositoryFaults(repository)
    expect({ missing, wrong, faults }).toEqual({ missing: [], wrong: [], faults: [] })
  }

  async #promote(name: string, by: number): Promise<void> {
    const card = this.model.cards.get(name)
    const target = Math.min((card?.column ?? 0) + by, STAGES.length)
    if (!card || target === card.column) return
    const canPromote = this.model.canPromote(card, target)
    const stages = this.model.mergedStages(card, target)
    const response = await this.#sendPromotion(name, target)
    const tips = STAGES.map((stageName) => this.model.repository.head(stageName))
    expect(response?.status, await response?.clone().text()).toBe(canPromote ? 200 : 409)
    if (canPromote) this.#promoted.push({ head: card.head, stages })
    else expect(tips).toEqual(this.model.stageTips)
  }

  async #promoteTogether({ branches: names, push, delayMs }: PromoteTogether): Promise<void> {
    const responses = names.map((name) => this.#sendPromotion(name, STAGES.length))
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    const isPushed = () => {
      try {
        this.model.apply(push)
        return true
      } catch {
        // A promotion was faster, or has the lock.
        return false
      }
    }
    while (!isPushed()) await new Promise((resolve) => setImmediate(resolve))
    const merged = await this.#mergedAfter(responses)
    for (const [index, response] of (await Promise.all(responses)).entries()) {
      const name = names[index] ?? ''
      if (!response || response.status === 200) continue
      expect(response.status, await response.clone().text()).toBe(409)
      expect(merged, `${name} was refused`).not.toContain(this.#tasks.get(name)?.number)
    }
  }

  /** The cards that the board has merged into any stage since the last check. */
  async #mergedAfter(responses: readonly Promise<unknown>[]): Promise<number[]> {
    await Promise.all(responses)
    const format = '--format=%(trailers:key=Trunkline-Card,valueonly,separator=)'
    const numbers = STAGES.flatMap((name, stage) => {
      const range = `${this.model.stageTips[stage]}..${name}`
      return this.model.repository.git('log', '--first-parent', format, range).split('\n')
    })
    return numbers.filter(Boolean).map(Number)
  }

  async #sendPromotion(name: string, target: number): Promise<Response | undefined> {
    const [card, task] = [this.model.cards.get(name), this.#tasks.get(name)]
    if (!card || !task || card.column >= target) return undefined
    const statusId = this.#statusIds[target]
    const response = await this.#request('PATCH', `/v1/cards/${task.number}`, { statusId })
    if (response.status !== 200) return response
    expect(await response.clone().json()).toMatchObject({ id: task.id, statusId })
    this.#promoted.push({ head: card.head, stages: STAGES.slice(target - 1, target) })
    return response
  }

  async #restart(): Promise<void> {
    await this.close()
    this.#board = await openBoard(this.model.repository.path, this.#data)
    this.#key ||= this.#board.repositories?.ownerSecret ?? ''
  }

  async #request(method: string, path: string, body?: object): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json' }
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
    return (await this.#board?.service.request(path, init)) ?? Response.error()
  }
}
