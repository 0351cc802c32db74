import type { Git } from '../git/git.ts'
import type { OwnCommit } from '../git/read-commits.ts'
import type { Repository } from '../git/repository.ts'
import {
  type CardHead,
  ContentSearch,
  type StageContext,
  type StageState,
  withRevert,
} from './content-search.ts'
import { OwnChangesReader, patchesOf } from './own-changes.ts'
import { RepeatedChanges } from './repeated-changes.ts'
import type { StageFact } from './stage-facts.ts'
import { missingFrom, StageHistory, type StageLine } from './stage-history.ts'
import { hasChangesOf } from './test-merges.ts'

export interface FactInput {
  /** In flow order. */
  stages: readonly StageState[]
  cards: readonly CardHead[]
  /** Commits of cards that the first stage doesn't contain. */
  ownCommits: ReadonlyMap<string, OwnCommit>
}

export interface Facts {
  /** By the name of the card's branch. */
  facts: Map<string, StageFact[]>
  /** Where the branches began, by their newest commits. */
  bases: Map<string, string>
  /** Of the stages, in flow order. */
  lines: readonly StageLine[]
}

/**
 * Finds what each stage has of the cards besides plain ancestry. One process for each stage and
 * question, never one for each card, except where a card has just got into a stage.
 */
export class FactFinder {
  readonly history: StageHistory
  readonly #changes: OwnChangesReader
  readonly #search: ContentSearch
  readonly #repeated: RepeatedChanges
  readonly #git: Git
  readonly #repository: Repository
  /** Whether a stage has what was reverted there, by the stage and the fact. */
  readonly #present = new Map<string, { tip: string; isThere: boolean | undefined }>()

  constructor(repository: Repository) {
    this.#repository = repository
    this.#git = repository.git
    this.history = new StageHistory(this.#git)
    this.#changes = new OwnChangesReader(this.#git)
    this.#search = new ContentSearch(repository)
    this.#repeated = new RepeatedChanges(this.#git)
  }

  /** Only cards that have such facts, and only branches with commits that no stage has. */
  async find({ stages, cards, ownCommits }: FactInput): Promise<Facts> {
    const [first] = stages
    const found = new Map<string, StageFact[]>()
    if (!first) return { facts: found, bases: new Map(), lines: [] }
    const heads = cards.map(({ head }) => head)
    const own = await this.#changes.read(heads, first.tip, ownCommits)
    const tips = stages.map(({ tip }) => tip)
    const lines: StageLine[] = []
    for (const { branch, tip } of stages) lines.push(await this.history.line(branch, tip))
    const changes = await this.#search.withMerges(own, lines, heads)
    for (const [index, stage] of stages.entries()) {
      const reverts = await this.history.activeReverts(stage.tip, tips)
      const line = lines[index] ?? { branch: stage.branch, tip: stage.tip, parents: new Map() }
      const context: StageContext = { ...stage, line, reverts, changes }
      const facts = await this.#findInStage(context, cards, found)
      for (const [name, fact] of facts) found.set(name, [...(found.get(name) ?? []), fact])
    }
    const bases = new Map([...own].map(([head, { base }]) => [head, base]))
    return { facts: found, bases, lines }
  }

  async #findInStage(
    stage: StageContext,
    cards: readonly CardHead[],
    earlier: ReadonlyMap<string, readonly StageFact[]>,
  ): Promise<Map<string, StageFact>> {
    const facts = new Map<string, StageFact>()
    const keptOf = await this.#keptFacts(stage, cards)
    const candidates: CardHead[] = []
    for (const card of cards) {
      const isAncestor = stage.contains(card.head)
      const fact = isAncestor
        ? ((await this.#revertedAncestor(stage, card)) ?? (await this.#keptOut(stage, card)))
        : await this.#withRepeatedRevert(stage, card, keptOf(card))
      if (fact) facts.set(card.name, fact)
      if (!hasChanges(fact, isAncestor)) candidates.push(card)
    }
    for (const [name, fact] of await this.#searchFacts(stage, candidates, earlier)) {
      const out = facts.get(name)?.revertedBy
      if (out === undefined || (await this.#isLater(fact, out))) facts.set(name, fact)
    }
    await this.#bringBack(stage, facts)
    return facts
  }

  async #searchFacts(
    stage: StageContext,
    cards: readonly CardHead[],
    earlier: ReadonlyMap<string, readonly StageFact[]>,
  ): Promise<Map<string, StageFact>> {
    const found = await this.#search.find(stage, cards, earlier)
    for (const card of cards) {
      const fact = await this.#withRepeatedRevert(stage, card, found.get(card.name))
      if (fact) found.set(card.name, fact)
    }
    return found
  }

  /** What another commit with the same changes brings can have been taken out of this stage. */
  async #withRepeatedRevert(
    stage: StageContext,
    { head }: CardHead,
    fact: StageFact | undefined,
  ): Promise<StageFact | undefined> {
    const isOpen = fact && fact.revertedBy === undefined && fact.commits.length > 0
    if (!isOpen || stage.reverts.length === 0) return fact
    const brought = await this.#repeated.patchesOf(fact.commits)
    return this.#withRevertOf([...patchesOf(stage.changes.get(head)), ...brought], stage, fact)
  }

  /**
   * A merge of another stage doesn't bring again what this stage took out itself. A card whose
   * changes nobody has reverted costs no process.
   */
  async #keptOut(stage: StageContext, { head }: CardHead): Promise<StageFact | undefined> {
    const { branch, tip: seenAt, reverts } = stage
    const own = stage.changes.get(head)
    if (own?.mergedBy === undefined || reverts.length === 0) return undefined
    const commits = [own.mergedBy]
    const fact: StageFact = { branch, head, placedBy: 'ancestry', commits, seenAt }
    const found = await this.#withRevertOf(patchesOf(own), stage, fact)
    return found.revertedBy === undefined ? undefined : found
  }

  async #withRevertOf(
    patches: readonly string[],
    { tip, reverts }: StageContext,
    fact: StageFact,
  ): Promise<StageFact> {
    const revertedBy = await this.#repeated.revertOf(patches, fact.commits.at(-1) ?? '', reverts)
    if (revertedBy === undefined) return fact
    const reverted = { ...fact, revertedBy }
    return (await this.#isPresent(reverted, tip)) === false ? reverted : fact
  }

  /** Undefined when git can't tell. */
  async #isPresent(
    { branch, head, revertedBy, commits }: StageFact,
    tip: string,
  ): Promise<boolean | undefined> {
    const key = `${branch} ${head} ${revertedBy} ${commits.join()}`
    const known = this.#present.get(key)
    if (known?.tip === tip) return known.isThere
    const isThere = await hasChangesOf(this.#repository, tip, commits)
    this.#present.set(key, { tip, isThere })
    return isThere
  }

  /** Facts of the last sync, for the same commits of cards, on a stage that wasn't rewritten. */
  async #keptFacts(stage: StageContext, cards: readonly CardHead[]) {
    const stored = cards.flatMap(({ name, head, facts }) => {
      const fact = facts.find(({ branch }) => branch === stage.branch)
      return fact?.placedBy === 'content' && fact.head === head ? [[name, fact] as const] : []
    })
    const byName = new Map(stored)
    const seenAt = stored.map(([, fact]) => fact.seenAt)
    const exist = await existing(this.#git, seenAt)
    const gone = await missingFrom(this.#git, exist, stage.tip)
    return ({ name }: CardHead): StageFact | undefined => {
      const fact = byName.get(name)
      const isThere = fact && exist.includes(fact.seenAt) && !gone.has(fact.seenAt)
      return isThere ? withRevert(fact, stage.reverts) : undefined
    }
  }

  /**
   * What was reverted on one stage can come back with a merge of another one, whatever the messages
   * say: then the changes are there.
   */
  async #bringBack(stage: StageContext, facts: Map<string, StageFact>): Promise<void> {
    for (const [name, fact] of facts) {
      if (fact.revertedBy === undefined || fact.commits.length === 0) continue
      if (!(await this.#isPresent(fact, stage.tip))) continue
      const { revertedBy: _, ...kept } = fact
      if (fact.placedBy === 'ancestry') facts.delete(name)
      else facts.set(name, kept)
    }
  }

  /** A card that was taken out is in again only by what came after that. */
  async #isLater({ commits, revertedBy }: StageFact, revert: string): Promise<boolean> {
    const commit = commits.at(-1)
    if (commit === undefined || revertedBy !== undefined) return false
    const { code } = await this.#git.run(['merge-base', '--is-ancestor', revert, commit])
    return code === 0
  }

  /** The merge of a card, or all of its commits, can be reverted. */
  async #revertedAncestor(
    { branch, tip, line, reverts, changes }: StageContext,
    { head, facts }: CardHead,
  ): Promise<StageFact | undefined> {
    const reverted = (commits: readonly string[], revertedBy: string): StageFact => ({
      branch,
      head,
      placedBy: 'ancestry',
      commits,
      seenAt: tip,
      revertedBy,
    })
    const before = facts.find((fact) => fact.branch === branch && fact.head === head)
    const isStill = reverts.some(({ by }) => by === before?.revertedBy)
    if (before?.placedBy === 'ancestry' && isStill) return before
    for (const { reverted: commit, by } of reverts) {
      if ((await this.history.brought(commit)).has(head)) return reverted([commit], by)
    }
    const byOf = (id: string) => reverts.find(({ reverted: commit }) => id.startsWith(commit))?.by
    const last = byOf(head)
    if (last === undefined) return undefined
    const merge = [...line.parents].find(([, parents]) => parents[1] === head)?.[0]
    const own = changes.get(head)?.commits.map(({ id }) => id) ?? []
    const merged = merge && own.length === 0 ? [...(await this.history.brought(merge))] : own
    const commits = merged.length > 0 ? merged : [head]
    return commits.every((id) => byOf(id) !== undefined) ? reverted(commits, last) : undefined
  }
}

/** Whether a stage has the changes of a card whose newest commit it contains, or doesn't. */
export function hasChanges(fact: StageFact | undefined, isAncestor: boolean): boolean {
  return fact ? fact.revertedBy === undefined : isAncestor
}

async function existing(git: Git, commits: readonly string[]): Promise<string[]> {
  if (commits.length === 0) return []
  const input = `${commits.join('\n')}\n`
  const text = await git.read(['cat-file', '--batch-check=%(objecttype)'], { input })
  const types = text.split('\n')
  return commits.filter((_, index) => types[index] === 'commit')
}
