import type { Git } from '../git/git.ts'
import type { Repository } from '../git/repository.ts'
import { type OwnChanges, readPatchIds } from './own-changes.ts'
import type { StageFact } from './stage-facts.ts'
import { missingFrom, type Revert, type StageLine } from './stage-history.ts'
import { testMerges } from './test-merges.ts'

/** A card's branch, or what is left of a deleted one. */
export interface CardHead {
  name: string
  head: string
  /** What was known about it at the last sync. */
  facts: readonly StageFact[]
}

export interface StageState {
  branch: string
  tip: string
  /** Whether the stage contains a commit. */
  contains: (commit: string) => boolean
}

/** What is known of a stage when its cards are looked for. */
export interface StageContext extends StageState {
  line: StageLine
  reverts: readonly Revert[]
  changes: ReadonlyMap<string, OwnChanges>
}

/** Commits of a stage whose changes are compared with those of cards, from the newest. */
const MAX_COMPARED_COMMITS = 2_000
/** Commits of a stage among which one is searched that brought a card, from the newest. */
const MAX_SEARCHED_COMMITS = 300

/** Finds the changes of cards in stages that don't contain their commits. */
export class ContentSearch {
  /** Patch ids of the commits on the lines of stages. */
  readonly #patches = new Map<string, string>()
  /** Commits of a stage, by what was compared with it: it has the same answer next time. */
  readonly #tested = new Map<string, string>()
  readonly #git: Git

  constructor(private readonly repository: Repository) {
    this.#git = repository.git
  }

  /** By the name of the card's branch. */
  async find(
    stage: StageContext,
    candidates: readonly CardHead[],
    earlier: ReadonlyMap<string, readonly StageFact[]>,
  ): Promise<Map<string, StageFact>> {
    const found = new Map<string, StageFact>()
    const add = ({ name, head }: CardHead, commits: readonly string[]) => {
      const { branch, tip } = stage
      const fact: StageFact = {
        branch,
        head,
        placedBy: 'content',
        commits,
        seenAt: commits.at(-1) ?? tip,
      }
      found.set(name, withRevert(fact, stage.reverts))
    }
    const isNew = ({ head }: CardHead) => this.#tested.get(`${stage.branch} ${head}`) !== stage.tip
    const untested = candidates.filter(isNew)
    if (untested.length === 0) return found
    const carried = await this.#carriedCommits(stage, untested, earlier)
    const patches = await this.#patchesOf(stage, untested)
    const merged = await this.#mergedCards(stage, untested)
    for (const card of untested) {
      const commits = carried.get(card.name) ?? (await this.#sameChanges(stage, card, patches))
      if (commits) add(card, commits)
      else if (merged.has(card.name)) add(card, await this.#searchCommit(stage, card))
      else this.#tested.set(`${stage.branch} ${card.head}`, stage.tip)
    }
    return found
  }

  /** What brought a card into a stage brings it into the stages that contain the same commit. */
  async #carriedCommits(
    stage: StageContext,
    cards: readonly CardHead[],
    earlier: ReadonlyMap<string, readonly StageFact[]>,
  ): Promise<Map<string, readonly string[]>> {
    const sources = cards.flatMap(({ name }) => {
      const facts = earlier.get(name) ?? []
      const fact = facts.findLast(({ placedBy, commits }) => placedBy === 'content' && commits[0])
      return fact ? [[name, fact.commits] as const] : []
    })
    const all = sources.flatMap(([, commits]) => commits)
    const missing = await missingFrom(this.#git, all, stage.tip)
    return new Map(sources.filter(([, commits]) => commits.every((id) => !missing.has(id))))
  }

  /** Commits on the line of a stage by their patch id, the newest of each. */
  async #patchesOf(stage: StageContext, cards: readonly CardHead[]): Promise<Map<string, string>> {
    const bases = cards.flatMap(({ head }) => stage.changes.get(head)?.base ?? [])
    const line = commitsSince(stage.line, bases).slice(0, MAX_COMPARED_COMMITS)
    await this.#readPatches(line.map((id) => ({ id, base: stage.line.parents.get(id)?.[0] ?? '' })))
    return new Map([...line].reverse().map((id) => [this.#patches.get(id) ?? '', id]))
  }

  /** A squashed branch is one commit with all of its changes; a rebased one is the same commits. */
  async #sameChanges(
    { changes }: StageContext,
    { head }: CardHead,
    patches: ReadonlyMap<string, string>,
  ): Promise<readonly string[] | undefined> {
    const own = changes.get(head)
    if (!own?.whole) return undefined
    const squashed = patches.get(own.whole)
    const rebased = own.commits.flatMap(({ patch }) => patches.get(patch) ?? [])
    const isWhole = own.commits.length > 0 && rebased.length === own.commits.length
    const commits = squashed ? [squashed] : rebased.reverse()
    if (!squashed && !isWhole) return undefined
    // The same change was made before the branch began, and taken back.
    const isNewer = (await missingFrom(this.#git, commits, own.base)).has(commits.at(-1) ?? '')
    return isNewer ? commits : undefined
  }

  /** Cards that change something, and that a merge would change nothing for. */
  async #mergedCards(
    stage: StageContext,
    cards: readonly CardHead[],
  ): Promise<ReadonlySet<string>> {
    // Merging what is contained already says nothing.
    const changed = cards.filter(({ head }) => !stage.contains(head))
    const tested = await this.#withoutOldFiles(stage, changed)
    if (tested.length === 0) return new Set()
    const pairs = tested.map(({ head }) => ({ tip: stage.tip, head }))
    const results = await testMerges(this.repository, pairs)
    const tree = (await this.#git.read(['rev-parse', `${stage.tip}^{tree}`])).trim()
    const isUnchanged = (index: number) => {
      const result = results[index]
      return result?.type === 'clean' && result.tree === tree
    }
    const found = new Set<string>()
    for (const { name, head } of tested.filter((_, index) => isUnchanged(index))) {
      // A later stage can lack more than the card's own changes: merging them all says nothing.
      const { stdout } = await this.#git.run(['merge-base', stage.tip, head])
      if (stdout.trim() === stage.changes.get(head)?.base) found.add(name)
    }
    return found
  }

  /**
   * A stage in which a file is still as it was before a card changed it doesn't have the card: most
   * merges needn't be tried.
   */
  async #withoutOldFiles(
    stage: StageContext,
    cards: readonly CardHead[],
  ): Promise<readonly CardHead[]> {
    const filesOf = ({ head }: CardHead) => stage.changes.get(head)?.files ?? []
    const paths = [...new Set(cards.flatMap((card) => filesOf(card).map(({ path }) => path)))]
    if (paths.length === 0) return []
    const input = paths.map((path) => `${stage.tip}:${path}\n`).join('')
    const text = await this.#git.read(['cat-file', '--batch-check=%(objectname)'], { input })
    const lines = text.split('\n')
    const current = new Map(
      paths.map((path, index) => {
        const line = lines[index] ?? ''
        return [path, line.endsWith(' missing') ? undefined : line]
      }),
    )
    const isNew = ({ path, before }: { path: string; before: string | undefined }) =>
      current.get(path) !== before
    return cards.filter((card) => filesOf(card).length > 0 && filesOf(card).every(isNew))
  }

  /** The first commit of a stage for which a merge of the card changes nothing. */
  async #searchCommit({ line, changes }: StageContext, { head }: CardHead): Promise<string[]> {
    const bases = [changes.get(head)?.base ?? '']
    const commits = commitsSince(line, bases).slice(0, MAX_SEARCHED_COMMITS).reverse()
    const results = await testMerges(
      this.repository,
      commits.map((tip) => ({ tip, head })),
    )
    const trees = await treesOf(this.#git, commits)
    const index = commits.findIndex((_, at) => {
      const result = results[at]
      return result?.type === 'clean' && result.tree === trees[at]
    })
    return index < 0 ? [] : commits.slice(index, index + 1)
  }

  /** With what the merges of cards have changed: the same can be picked into a later stage. */
  async withMerges(
    own: ReadonlyMap<string, OwnChanges>,
    lines: readonly StageLine[],
    heads: readonly string[],
  ): Promise<ReadonlyMap<string, OwnChanges>> {
    // Without a later stage, nothing needs it.
    if (lines.length < 2) return own
    const wanted = new Set(heads)
    const merges = new Map<string, { id: string; base: string }>()
    for (const { parents } of lines) {
      for (const [id, [base = '', head = '']] of parents) {
        if (wanted.has(head)) merges.set(head, { id, base })
      }
    }
    await this.#readPatches([...merges.values()])
    const changes = new Map(own)
    for (const [head, { id, base }] of merges) {
      const whole = this.#patches.get(id) || undefined
      changes.set(head, { base, whole, files: [], commits: [], ...own.get(head), mergedBy: id })
    }
    return changes
  }

  async #readPatches(commits: readonly { id: string; base: string }[]): Promise<void> {
    const unknown = commits.filter(({ id }) => !this.#patches.has(id))
    const found = await readPatchIds(
      this.#git,
      unknown.map(({ id, base }) => `${id} ${base}`.trim()),
    )
    for (const { id } of unknown) this.#patches.set(id, found.get(id) ?? '')
  }
}

/** Commits on a line, the newest first, as far as the oldest of the given ones. */
function commitsSince({ parents }: StageLine, bases: readonly string[]): string[] {
  if (bases.length === 0) return []
  const wanted = new Set(bases)
  const found: string[] = []
  for (const id of parents.keys()) {
    if (wanted.delete(id) && wanted.size === 0) break
    found.push(id)
  }
  return found
}

/** Reverted when each of the commits is. */
export function withRevert(fact: StageFact, reverts: readonly Revert[]): StageFact {
  const { revertedBy: _, ...kept } = fact
  const by = fact.commits.map(
    (commit) => reverts.find(({ reverted }) => commit.startsWith(reverted))?.by,
  )
  const last = by.at(-1)
  return last !== undefined && !by.includes(undefined) ? { ...kept, revertedBy: last } : kept
}

async function treesOf(git: Git, commits: readonly string[]): Promise<string[]> {
  if (commits.length === 0) return []
  const input = `${commits.map((id) => `${id}^{tree}`).join('\n')}\n`
  const text = await git.read(['cat-file', '--batch-check=%(objectname)'], { input })
  return text.split('\n')
}
