import { messages } from '../messages.ts'
import type { BoardStore } from '../store/board-store.ts'
import type { Database } from '../store/open-database.ts'
import { type BoardConfig, isCardBranch } from './board-config.ts'
import { noteBlobs } from './check-notes.ts'
import { Queue } from './queue.ts'
import {
  type Branch,
  type RepositoryState,
  readFirstParents,
  readRef,
  readRefs,
  readRepository,
} from './read-repository.ts'
import { recoverPromotions } from './recover.ts'
import { fetchRemote } from './remote.ts'
import type { Repository } from './repository.ts'
import { type StoredBranch, saveConfig, storedBranches } from './repository-rows.ts'
import { type ConfigSource, readConfig, saveColumns } from './sync-config.ts'
import { type SyncInput, writeSync } from './write-sync.ts'

/** The board over one repository. What changes the repository or reads all of it has to queue. */
export class RepositoryBoard {
  readonly queue = new Queue()
  config: BoardConfig
  /** Why the last .board.json isn't in use; undefined when it is. */
  configProblem: string | undefined
  #seen: string | undefined
  #firstParents: { key: string; commits: Set<string> } | undefined
  /** Whether this start has made the board. */
  isNew = false
  /** Whether a promotion may be neither finished nor undone. */
  isUnfinished = true

  constructor(
    readonly repository: Repository,
    readonly boardId: number,
    private readonly source: ConfigSource,
    config: BoardConfig,
    private readonly database: Database,
    private readonly store: BoardStore,
    private readonly mayUpdateWorkTree: boolean,
  ) {
    this.config = config
  }

  /** Finishes or undoes what is unfinished. Returns false when that isn't possible yet. */
  recover(): Promise<boolean> {
    return this.isUnfinished ? this.queue.run(() => this.#recoverNow()) : Promise.resolve(true)
  }

  /** For callers that have their turn in the queue. */
  async #recoverNow(): Promise<boolean> {
    if (!this.isUnfinished) return true
    const { repository, database, boardId, mayUpdateWorkTree } = this
    this.isUnfinished = !(await recoverPromotions(
      repository,
      database.db,
      boardId,
      mayUpdateWorkTree,
    ))
    return !this.isUnfinished
  }

  /** Makes the board what the repository says. Costs one process when nothing has changed. */
  sync(): Promise<void> {
    return this.queue.run(() => this.syncNow())
  }

  /** Gets the remote's refs. Returns why it couldn't. */
  fetch(): Promise<string | undefined> {
    return this.queue.run(() => fetchRemote(this.repository))
  }

  /** For callers that have their turn in the queue. */
  async syncNow(): Promise<void> {
    // Until then, the clone of a remote can have merges that the remote hasn't.
    if (!(await this.#recoverNow()) && this.repository.isRemote) return
    const refs = await readRefs(this.repository.git)
    const { defaultBranch } = this.source
    // The repository was emptied or replaced, which says nothing about the cards.
    if (!refs.some(({ name }) => name === defaultBranch)) {
      throw new Error(messages.repository.branchMissing(defaultBranch))
    }
    const seen = await this.#fingerprint(refs)
    if (seen === this.#seen) return
    const read = await readConfig(this.source, refs)
    this.configProblem = read.reason && messages.repository.configBroken(read.reason)
    const config = read.config ?? this.config
    const stored = await storedBranches(this.database.reader, this.boardId)
    const input = await this.#readInput(config, refs, stored)
    const by = { actor: 'repository', now: new Date() }
    const isDue = await this.store.write(this.boardId, by, async (board) => {
      await saveColumns(board, config, this.source)
      if (read.config) await saveConfig(board.tx, this.boardId, read.config)
      return writeSync(board, input)
    })
    this.config = config
    this.#seen = isDue ? undefined : seen
  }

  async #fingerprint(refs: readonly Branch[]): Promise<string> {
    const notes = await readRef(this.repository.git, this.config.checks.notes)
    return [...refs.map(({ name, head }) => `${name} ${head}`), notes].join('\n')
  }

  async #readInput(
    config: BoardConfig,
    refs: readonly Branch[],
    stored: readonly StoredBranch[],
  ): Promise<SyncInput> {
    const { git } = this.repository
    const names = new Set(refs.map(({ name }) => name))
    const former = stored.filter(({ name }) => !names.has(name)).map(({ head }) => head)
    const state = await readRepository(git, config, refs, former)
    const blocked = stored.flatMap(({ head, blockedBasis }) => (blockedBasis ? [head] : []))
    const blobs =
      blocked.length > 0 ? await noteBlobs(git, config.checks.notes, blocked) : new Map()
    return {
      state,
      descriptions: await this.#readDescriptions(config, refs, stored),
      firstParents: await this.#readFirstParents(state, stored),
      noteOf: (commit) => blobs.get(commit),
    }
  }

  /** Only a new card needs one. */
  async #readDescriptions(
    config: BoardConfig,
    refs: readonly Branch[],
    stored: readonly StoredBranch[],
  ): Promise<Map<string, string>> {
    const known = new Set(stored.map(({ name }) => name))
    const isNew = refs.some(({ name }) => !known.has(name) && isCardBranch(name, config))
    if (!isNew) return new Map()
    const pattern = '^branch\\..*\\.description$'
    const { stdout } = await this.repository.git.run(['config', '--null', '--get-regexp', pattern])
    return new Map(
      stdout.split('\0').flatMap((entry) => {
        const [key = '', ...lines] = entry.split('\n')
        const name = key.replace(/^branch\./, '').replace(/\.description$/, '')
        const [description = ''] = lines
        return description.trim() ? [[name, description] as const] : []
      }),
    )
  }

  /** Only needed for a card that was never seen with commits of its own. */
  async #readFirstParents(
    state: RepositoryState,
    stored: readonly StoredBranch[],
  ): Promise<ReadonlySet<string>> {
    const known = new Map(stored.map((row) => [row.name, row]))
    const isDecided = (name: string, head: string) => {
      const row = known.get(name)
      return state.ownCommits.has(head) || (row?.hadCommits === true && row.head === head)
    }
    const cards = [...state.branches.values(), ...stored.filter(isDeletedIn(state))]
    if (cards.every(({ name, head }) => isDecided(name, head))) return new Set()
    const tips = state.stageTips.filter((tip) => tip !== undefined)
    if (this.#firstParents?.key !== tips.join()) {
      const commits = await readFirstParents(this.repository.git, tips)
      this.#firstParents = { key: tips.join(), commits }
    }
    return this.#firstParents.commits
  }
}

function isDeletedIn({ branches }: RepositoryState) {
  return ({ name }: StoredBranch): boolean => !branches.has(name)
}
