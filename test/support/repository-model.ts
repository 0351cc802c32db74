import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import type { GitRepository } from './git-repository.ts'

export const STAGES = ['main', 'staging', 'production'] as const
type Stage = (typeof STAGES)[number]

/** Something that people do to a repository without the board. Each changes one ref at a time. */
export type Change =
  /** Creates the branch at `from` if it doesn't exist. */
  | { type: 'commit'; branch: string; from: string; file: string }
  | { type: 'merge'; source: string; target: string; isFastForward: boolean }
  /** A force push, or a new branch without own commits. */
  | { type: 'reset'; branch: string; from: string }
  /** A new commit of a card that is in a stage before the board sees it. */
  | { type: 'push merged'; branch: string; stage: Stage; file: string }
  | { type: 'delete'; branch: string }

interface ExpectedCard {
  head: string
  /** Newest commit with changes: an older one after a fast-forward to a stage. */
  content: string
  /** Whether a sync saw this head while main didn't contain it. */
  hadCommits: boolean
  /** 0 is Work. */
  column: number
  /** Whether the stage of its column has its changes without its newest commit. */
  isByContent: boolean
}

/** What a board has to show, computed from the commits and refs of its repository. */
export class RepositoryModel {
  /** Card branches that exist, with their newest commits. */
  readonly branches = new Map<string, string>()
  readonly cards = new Map<string, ExpectedCard>()
  stageTips: string[] = []
  readonly #parents = new Map<string, string[]>()
  /** Blobs by path, by commit. */
  readonly #files = new Map<string, ReadonlyMap<string, string>>()
  #commits = 0

  constructor(readonly repository: GitRepository) {
    this.#readCommits()
  }

  apply(change: Change): void {
    if (change.type === 'commit') this.#commit(change)
    else if (change.type === 'merge') this.#merge(change)
    else if (change.type === 'reset') this.#setBranch(change.branch, this.#commitOf(change.from))
    else if (change.type === 'delete') this.#deleteBranch(change.branch)
    else {
      // The stage first: so no sync sees the commit on the card's branch alone.
      this.#commit({ type: 'commit', branch: change.stage, from: change.stage, file: change.file })
      this.#setBranch(change.branch, this.repository.head(change.stage))
    }
  }

  /**
   * To be called after the board has synced, with the columns that it shows. Returns what the
   * repository has lost. A card that is further than its commits is believed where the stage had
   * each of its files as the card has it.
   */
  observe(shown: ReadonlyMap<string, number>): string[] {
    const before = this.stageTips
    this.#readCommits()
    const contained = this.stageTips.map((tip) => this.#ancestors(tip))
    const lines = this.stageTips.map((tip) => this.#firstParents(tip))
    for (const name of new Set([...this.cards.keys(), ...this.branches.keys()])) {
      const known = this.cards.get(name)
      const head = this.branches.get(name) ?? known?.head ?? ''
      const isOnLine = lines.some((line) => line.has(head))
      const isSame =
        known?.head === head ||
        (known?.hadCommits && isOnLine && this.#ancestors(head).has(known.content))
      const content = isSame ? known.content : this.#withoutEmptyMerges(head, lines)
      const hadCommits = (isSame && known.hadCommits) || !contained[0]?.has(head)
      const isIn = contained.findLastIndex((commits) => commits.has(content)) + 1
      const byCommits = !hadCommits && isOnLine ? 0 : isIn
      // A card that has left the board was in its last column.
      const last = shown.get(name) ?? known?.column ?? 0
      const column = this.#believed(content, byCommits, last)
      const isByContent = column !== byCommits
      const isGone = !this.branches.has(name) && (column === 0 || column === STAGES.length)
      if (isGone) this.cards.delete(name)
      else this.cards.set(name, { head, content, hadCommits, column, isByContent })
    }
    const lost = STAGES.filter((_, stage) => !contained[stage]?.has(before[stage] ?? ''))
    return [...lost.map((stage) => `${stage} lost commits`), ...this.#wrongRefs()]
  }

  /** A merge of a stage that has all of a card adds nothing to it. */
  #withoutEmptyMerges(head: string, lines: readonly ReadonlySet<string>[]): string {
    const [first, second] = this.#parents.get(head) ?? []
    const isMerge = first !== undefined && second !== undefined
    if (!isMerge || lines.some((line) => line.has(first))) return head
    const isOfStage = lines.some((line) => line.has(second))
    const bases = isOfStage ? [second, undefined] : [undefined]
    const isEmpty = bases.some((base) => this.#changedFiles(head, base).length === 0)
    return isEmpty ? this.#withoutEmptyMerges(first, lines) : head
  }

  #believed(head: string, byCommits: number, shown: number): number {
    const tip = this.stageTips[shown - 1]
    if (shown <= byCommits || tip === undefined) return byCommits
    const isThere = [this.#lastOfMain(head), this.#beginOf(head)].some((base) => {
      const own = this.#changedFiles(head, base)
      return own.length > 0 && this.#hasHad(tip, own)
    })
    return isThere ? shown : byCommits
  }

  /** Whether a commit of a stage's line has these files. */
  #hasHad(tip: string, own: readonly [string, string | undefined][]): boolean {
    return [...this.#firstParents(tip)].some((commit) => {
      const files = this.#filesOf(commit)
      return own.every(([path, blob]) => files.get(path) === blob)
    })
  }

  /** The newest commit of main that was merged into the branch, or that it was made on. */
  #lastOfMain(head: string): string {
    return this.repository.git('merge-base', this.stageTips[0] ?? '', head)
  }

  /** The commit of main's line on which the branch's own line was made. */
  #beginOf(head: string): string {
    const main = this.#firstParents(this.stageTips[0] ?? '')
    return [...this.#firstParents(head)].find((commit) => main.has(commit)) ?? head
  }

  #changedFiles(head: string, base = this.#lastOfMain(head)): [string, string | undefined][] {
    const before = this.#filesOf(base)
    const after = this.#filesOf(head)
    const paths = [...new Set([...before.keys(), ...after.keys()])]
    const changed = paths.filter((path) => before.get(path) !== after.get(path))
    return changed.map((path) => [path, after.get(path)])
  }

  /** Read once: a commit never changes. */
  #filesOf(commit: string): ReadonlyMap<string, string> {
    const known = this.#files.get(commit)
    if (known) return known
    const lines = this.repository.git('ls-tree', '-r', commit).split('\n')
    const files = new Map(
      lines.map((line): [string, string] => {
        const [blob = '', path = ''] = line.split('\t')
        return [path, blob]
      }),
    )
    this.#files.set(commit, files)
    return files
  }

  /** Whether the stages behind the card's column, up to the target, can be merged with its head. */
  canPromote(card: ExpectedCard, target: number): boolean {
    if (card.column === 0 && !card.hadCommits) return false
    const merges = this.#mergesOf(card, target)
    return merges.every(({ tree }) => tree !== '') && merges.at(-1)?.hasChanged === true
  }

  /** The stages that get a merge: not those that have all of it already, by a squash. */
  mergedStages(card: ExpectedCard, target: number): string[] {
    return this.#mergesOf(card, target).flatMap(({ name, hasChanged }) =>
      hasChanged ? [name] : [],
    )
  }

  #mergesOf({ head, column }: ExpectedCard, target: number) {
    return STAGES.slice(column, target).flatMap((name, index) => {
      const tip = this.stageTips[column + index] ?? ''
      if (this.#ancestors(tip).has(head)) return []
      const tree = this.#mergedTree(tip, head)
      const before = this.repository.git('rev-parse', `${tip}^{tree}`)
      return [{ name, tree, hasChanged: tree !== '' && tree !== before }]
    })
  }

  #commit({ branch, from, file }: Extract<Change, { type: 'commit' }>): void {
    const isKnown = isStage(branch) || this.branches.has(branch)
    const tip = isKnown ? this.#commitOf(branch) : this.#commitOf(from)
    this.#commits += 1
    const text = `${this.#commits}\n`
    pushCommits(this.repository, [{ branch, from: tip, file, text }])
    if (!isStage(branch)) this.branches.set(branch, this.repository.head(branch))
  }

  /** Nothing happens when it isn't possible, as for a person who gives up. */
  #merge({ source, target, isFastForward }: Extract<Change, { type: 'merge' }>): void {
    if (![source, target].every((name) => isStage(name) || this.branches.has(name))) return
    const [head, tip] = [this.#commitOf(source), this.#commitOf(target)]
    if (this.#ancestors(tip).has(head)) return
    if (isFastForward) {
      if (this.#ancestors(head).has(tip)) this.#setBranch(target, head, tip)
      return
    }
    const tree = this.#mergedTree(tip, head)
    if (tree === '') return
    const message = `Merge ${source} into ${target}`
    const merge = this.repository.git('commit-tree', tree, '-p', tip, '-p', head, '-m', message)
    this.#setBranch(target, merge, tip)
  }

  #setBranch(branch: string, commit: string, ...old: string[]): void {
    this.repository.git('update-ref', `refs/heads/${branch}`, commit, ...old)
    if (!isStage(branch)) this.branches.set(branch, commit)
  }

  #deleteBranch(branch: string): void {
    if (!this.branches.delete(branch)) return
    this.repository.git('update-ref', '-d', `refs/heads/${branch}`)
  }

  /** Of main, for a branch that doesn't exist. */
  #commitOf(branch: string): string {
    return this.branches.get(branch) ?? this.repository.head(isStage(branch) ? branch : 'main')
  }

  /** Empty for a conflict. */
  #mergedTree(tip: string, head: string): string {
    try {
      return this.repository.git('merge-tree', '--write-tree', tip, head)
    } catch {
      return ''
    }
  }

  #readCommits(): void {
    const commits = this.repository.git('rev-list', '--parents', '--all').split('\n')
    for (const line of commits) {
      const [commit = '', ...parents] = line.split(' ')
      this.#parents.set(commit, parents)
    }
    this.stageTips = STAGES.map((stage) => this.repository.head(stage))
  }

  #wrongRefs(): string[] {
    const wanted = [
      ...this.branches,
      ...STAGES.map((stage, index) => [stage, this.stageTips[index]] as const),
    ]
    const lines = wanted.map(([name, commit]) => `${commit} refs/heads/${name}`)
    const found = this.repository.git('for-each-ref', '--format=%(objectname) %(refname)')
    const refs = found.split('\n')
    return [
      ...lines.filter((line) => !refs.includes(line)).map((line) => `missing: ${line}`),
      ...refs.filter((line) => !lines.includes(line)).map((line) => `not expected: ${line}`),
    ]
  }

  #ancestors(commit: string): Set<string> {
    const found = new Set([commit])
    for (const id of found) {
      const parents = this.#parents.get(id) ?? this.#readParents(id)
      for (const parent of parents) found.add(parent)
    }
    return found
  }

  #readParents(commit: string): string[] {
    const [, ...parents] = this.repository.git('rev-list', '--parents', '-1', commit).split(' ')
    this.#parents.set(commit, parents)
    return parents
  }

  #firstParents(tip: string): Set<string> {
    const line = new Set<string>()
    for (let id: string | undefined = tip; id !== undefined; id = this.#parents.get(id)?.[0]) {
      line.add(id)
    }
    return line
  }
}

function isStage(branch: string): boolean {
  return STAGES.some((stage) => stage === branch)
}

/** Adds commits of one file each, without a work tree, so that no branch is ever checked out. */
export function pushCommits(
  { path }: GitRepository,
  commits: readonly { branch: string; from: string; file: string; text: string }[],
): void {
  const input = commits
    .map(({ branch, from, file, text }) =>
      [
        `commit refs/heads/${branch}`,
        'committer Ada <ada@example.test> 1767603600 +0000',
        `data ${branch.length}\n${branch}`,
        `from ${from}`,
        `M 100644 inline ${file}`,
        `data ${text.length}\n${text}\n`,
      ].join('\n'),
    )
    .join('')
  const env = { PATH: process.env.PATH ?? '', GIT_CONFIG_GLOBAL: '/dev/null' }
  execFileSync('git', ['-C', path, 'fast-import', '--quiet', '--done'], {
    env,
    input: `${input}done\n`,
    stdio: 'pipe',
  })
}

/** The faults of the repository itself: broken objects, and locks that nobody holds. */
export function repositoryFaults(repository: GitRepository): string[] {
  const directory = repository.git('rev-parse', '--absolute-git-dir')
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  const locks = files.filter((name) => name.endsWith('.lock')).map((name) => `lock: ${name}`)
  try {
    repository.git('fsck', '--strict', '--no-dangling')
    return locks
  } catch (error) {
    return [...locks, String(error)]
  }
}
