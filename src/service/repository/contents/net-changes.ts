import { type Git, GitError } from '../git/git.ts'
import { boardSpace, type ObjectSpace } from '../git/object-space.ts'
import type { Repository } from '../git/repository.ts'
import { type Asks, judgedTogether, runAsks } from './asks.ts'
import type { Judge } from './judge.ts'
import { type Change, type Question, questionOf } from './presence.ts'
import type { StageHistories } from './stage-histories.ts'
import {
  containsChanges,
  type LineCommit,
  readFirstParents,
  type StageLine,
} from './stage-lines.ts'
import { takeIn } from './take-in.ts'

/** What the branch of a card changes, up to its newest commit. */
export interface NetChange extends Change {
  /** The newest commit. */
  tip: string
  /**
   * The commit of the first stage on which the first own commit was made; undefined on another
   * card.
   */
  began?: string | undefined
  /** The oldest commit of its own that is no merge. */
  first?: string | undefined
}

export interface ChangedCard {
  name: string
  head: string
  /** As it was last seen; undefined for a new card. */
  net: NetChange | undefined
}

/**
 * Follows what branches change. A card begins where its first own commit was made: on the first
 * stage, or on the newest commit of another card. The base is carried along, so that it never has a part of
 * the card: when a branch continues on a commit of a stage, the new base is that commit without
 * what it has of the card.
 */
export class NetChanges {
  readonly #git: Git
  /** Where the bases stay. */
  readonly #space: ObjectSpace

  constructor(
    repository: Repository,
    private readonly judge: Judge,
    private readonly histories: StageHistories,
  ) {
    this.#git = repository.git
    this.#space = boardSpace(repository)
  }

  /** By the name of the branch. None for a branch that has no history in common with a stage. */
  async follow(cards: readonly ChangedCard[]): Promise<Map<string, NetChange>> {
    const { lines } = this.histories
    const changed = cards.filter(({ head, net }) => net?.tip !== head)
    const nets = new Map(cards.flatMap(({ name, net }) => (net ? [[name, net] as const] : [])))
    if (changed.length === 0) return nets
    const first = lines[0]?.commits ?? new Map<string, LineCommit>()
    const onLines = new Map(lines.flatMap(({ commits }) => [...commits]))
    const heads = new Set(cards.map(({ head }) => head))
    const read = (wanted: readonly ChangedCard[], without: readonly string[]) =>
      readFirstParents(
        this.#git,
        wanted.map(({ head }) => head),
        without,
      )
    let chains = new Chains(await read(changed, recentEnd(lines)), first, onLines, heads)
    const isOpen = ({ head, net }: ChangedCard) => !chains.read(head, net?.tip).start
    const open = changed.filter(isOpen)
    if (open.length > 0) chains = chains.with(await read(open, []))
    const fastForwarded = await this.#fastForwarded(changed, onLines)
    const found = await runAsks(
      { space: this.#space, judge: this.judge, histories: this.histories },
      changed.map((card) => followCard(card, chains, fastForwarded.has(card.name))),
    )
    for (const [index, { name }] of changed.entries()) {
      const net = found[index]
      if (net) nets.set(name, net)
      else nets.delete(name)
    }
    return nets
  }

  /** Cards whose branch is now on the line of a stage, together with what it changed before. */
  async #fastForwarded(
    cards: readonly ChangedCard[],
    onLines: ReadonlyMap<string, LineCommit>,
  ): Promise<Set<string>> {
    const found = new Set<string>()
    for (const { name, head, net } of cards) {
      if (!net || !onLines.has(head)) continue
      const isThere = await containsChanges(this.#git, head, net.tip).catch(onlyGitErrors)
      if (isThere) found.add(name)
    }
    return found
  }
}

/** A commit that was pruned is in no history. */
function onlyGitErrors(error: unknown): undefined {
  if (!(error instanceof GitError)) throw error
}

/** Most branches began after it. */
const RECENT_COMMITS = 2_000

/** Branches that began before aren't worth reading all of the history for, most of the time. */
function recentEnd([first]: readonly StageLine[]): string[] {
  const ids = first ? [...first.commits.keys()] : []
  return ids.slice(RECENT_COMMITS, RECENT_COMMITS + 1)
}

interface OwnCommit extends LineCommit {
  id: string
}

/** First-parent lines of branches, as far as the first stage. */
class Chains {
  constructor(
    private readonly commits: ReadonlyMap<string, LineCommit>,
    /** The line of the first stage, and those of all. */
    private readonly first: ReadonlyMap<string, LineCommit>,
    private readonly onLines: ReadonlyMap<string, LineCommit>,
    private readonly heads: ReadonlySet<string>,
  ) {}

  with(more: ReadonlyMap<string, LineCommit>): Chains {
    return new Chains(new Map([...this.commits, ...more]), this.first, this.onLines, this.heads)
  }

  isOnFirst(id: string): boolean {
    return this.first.has(id)
  }

  /** The commit, if it's on the line of a stage. */
  onStage(id: string): LineCommit | undefined {
    return this.onLines.get(id)
  }

  /** Own commits, oldest first, and the commit that they were made on; undefined without one. */
  read(head: string, until: string | undefined) {
    const own: OwnCommit[] = []
    let id = head
    for (let commit = this.#ownCommit(id); commit; commit = this.#ownCommit(id)) {
      const isOther = id !== head && this.heads.has(id)
      if (id === until || isOther) return { own: own.reverse(), start: { id, tree: commit.tree } }
      own.push({ id, ...commit })
      id = commit.parents[0] ?? ''
    }
    const stage = this.first.get(id)
    return { own: own.reverse(), start: stage && { id, tree: stage.tree } }
  }

  #ownCommit(id: string): LineCommit | undefined {
    return this.first.has(id) ? undefined : this.commits.get(id)
  }
}

function* followCard(
  { head, net }: ChangedCard,
  chains: Chains,
  isFastForwarded: boolean,
): Asks<NetChange | undefined> {
  const { own, start } = chains.read(head, net?.tip)
  if (!start) return undefined
  // Without a commit of its own, there is nothing to go by: what was seen still holds.
  const isOfStage = own.length === 0 || start.id !== net?.tip
  if (net && isFastForwarded && isOfStage) return { ...net, tip: head }
  if (own.length === 0) return unchanged(start.tree, head)
  return yield* continued({ head, net }, own, start, chains)
}

/** What the branch changes with its own commits since it was last seen. */
function* continued(
  { head, net }: Pick<ChangedCard, 'head' | 'net'>,
  own: readonly OwnCommit[],
  start: { id: string; tree: string },
  chains: Chains,
): Asks<NetChange> {
  const isOnFirst = chains.isOnFirst(start.id)
  const isContinued = start.id === net?.tip && !isOnFirst
  const since = net ?? { began: isOnFirst ? start.id : undefined, first: undefined }
  const { began } = since
  const before =
    net && !isContinued ? yield* takeIn(net, { commit: start.id, tree: start.tree, began }) : net
  const change = yield* addOwn(before ?? unchanged(start.tree, head), own, began, chains)
  return { ...change, tip: head, began: since.began, first: since.first ?? firstCommit(own) }
}

function firstCommit(own: readonly OwnCommit[]): string | undefined {
  return own.find(({ parents }) => parents.length < 2)?.id
}

/** Commits of the branch itself, oldest first. */
function* addOwn(
  before: Change,
  own: readonly LineCommit[],
  began: string | undefined,
  chains: Chains,
): Asks<Change> {
  const steps = own.map(({ tree, parents }) => {
    const stages = parents.slice(1).flatMap((commit) => {
      const stage = chains.onStage(commit)
      return stage ? [{ commit, tree: stage.tree }] : []
    })
    return { tree, stages }
  })
  yield* judgedTogether(expectedQuestions(before, steps))
  let change = before
  let since = began
  for (const { tree, stages } of steps) {
    // The branch itself says what it is after the last one.
    for (const [index, stage] of stages.entries()) {
      change = yield* takeIn(change, { ...stage, began: since }, index < stages.length - 1)
      // What was before a commit that has nothing of the card says nothing of it.
      if (change.base === stage.tree && chains.isOnFirst(stage.commit)) since = stage.commit
    }
    change = { base: change.base, head: tree }
  }
  return { base: change.base, head: change.head }
}

/**
 * What is asked where no stage that the branch takes in has anything of it, as mostly: asked at
 * once, the answers are known when they are needed.
 */
function expectedQuestions(
  before: Change,
  steps: readonly { tree: string; stages: readonly { tree: string }[] }[],
): Question[] {
  let { base, head } = before
  return steps.flatMap(({ tree, stages }) => {
    const questions = stages.map((stage) => questionOf({ base, head }, stage.tree))
    base = stages.at(-1)?.tree ?? base
    head = tree
    return questions
  })
}

function unchanged(tree: string, tip: string): NetChange {
  return { base: tree, head: tree, tip }
}
