import type { Git } from '../git/git.ts'

export interface LineCommit {
  tree: string
  parents: readonly string[]
  /** In seconds since the epoch; undefined for a time that git can't read. */
  committedAt: number | undefined
}

/** The first-parent line of a stage's branch: what was its newest commit at some time. */
export interface StageLine {
  branch: string
  tip: string
  /** Newest first. */
  commits: ReadonlyMap<string, LineCommit>
}

/** Remembers what it has read of the stages: later, it only reads what is new. */
export class StageLines {
  readonly #lines = new Map<string, StageLine>()

  constructor(private readonly git: Git) {}

  async line(branch: string, tip: string): Promise<StageLine> {
    const before = this.#lines.get(branch)
    if (before?.tip === tip) return before
    const added = await readFirstParents(this.git, [tip], before ? [before.tip] : [])
    const oldest = [...added.values()].at(-1)
    // After a force push, the new line leads past the old tip.
    const isLonger = before !== undefined && oldest?.parents[0] === before.tip
    const commits = isLonger ? new Map([...added, ...before.commits]) : added
    const isWhole = before === undefined || isLonger
    const line = {
      branch,
      tip,
      commits: isWhole ? commits : await readFirstParents(this.git, [tip], []),
    }
    this.#lines.set(branch, line)
    return line
  }
}

/** The commits on the first-parent lines of some commits that others don't contain. */
export async function readFirstParents(
  git: Git,
  heads: readonly string[],
  without: readonly string[],
): Promise<Map<string, LineCommit>> {
  const input = [...heads, ...without.map((id) => `^${id}`)].map((line) => `${line}\n`).join('')
  const options = ['--first-parent', '--no-decorate', '--no-notes', '--stdin']
  const text = await git.read(['log', ...options, '--format=%H %T %P%x09%ct'], { input })
  const lines = text.split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      // git leaves out a time that it can't read.
      const [ids = '', time = ''] = line.split('\t')
      const [id = '', tree = '', ...parents] = ids.split(' ').filter(Boolean)
      const committedAt = time === '' ? undefined : Number(time)
      return [id, { tree, parents, committedAt }] as const
    }),
  )
}

/**
 * Whether a commit contains another one, but for merges. Mostly, they add nothing; what one has
 * added is still looked for by its contents.
 */
export async function containsChanges(git: Git, commit: string, other: string): Promise<boolean> {
  const range = ['--no-merges', '--max-count=1', other, `^${commit}`]
  return (await git.read(['rev-list', ...range])) === ''
}

/** The oldest commits on a line that contain commits, by these. */
export async function readOldestWith(
  git: Git,
  wanted: ReadonlySet<string>,
  { commits, tip }: StageLine,
): Promise<Map<string, string>> {
  const text = await git.read(['rev-list', '--parents', tip])
  const parentsOf = new Map<string, string>()
  for (const row of text.split('\n')) parentsOf.set(row.split(' ', 1)[0] ?? '', row)
  const found = new Map<string, string>()
  for (const containing of [...commits.keys()].reverse()) {
    const open = [containing]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const row = parentsOf.get(id)
      if (row === undefined) continue
      parentsOf.delete(id)
      if (wanted.has(id)) found.set(id, containing)
      open.push(...row.split(' ').slice(1))
    }
  }
  return found
}

/** A commit on a line, and the one before it. */
export interface LineStep extends LineCommit {
  id: string
  /** The merge that brought it, with what was before it; undefined on the stage's own line. */
  chain?: string | undefined
}

/** What a stage went through, newest first. */
export interface StageHistory {
  line: StageLine
  steps: readonly LineStep[]
}

/**
 * The line of a stage, and after each merge of an earlier stage what that one went through since
 * the last such merge.
 */
export function historyOf(line: StageLine, earlier: readonly StageHistory[]): StageHistory {
  const sources = earlier.map((source) => ({
    steps: source.steps,
    places: new Map(
      source.steps.flatMap(({ id }, place) =>
        source.line.commits.has(id) ? [[id, place] as const] : [],
      ),
    ),
    /** All from this place on was merged by now. */
    merged: source.steps.length,
  }))
  const parts: LineStep[][] = []
  for (const [id, commit] of [...line.commits].reverse()) {
    const part: LineStep[] = [{ id, ...commit }]
    for (const source of sources) {
      const own = source.places.get(id)
      const from =
        own ??
        Math.min(...commit.parents.slice(1).map((parent) => source.places.get(parent) ?? Infinity))
      if (from >= source.merged) continue
      // Without a merge, both lines are the same as far as here.
      if (own === undefined) part.push(...broughtBy(id, source.steps.slice(from, source.merged)))
      source.merged = from
    }
    parts.push(part)
  }
  return { line, steps: parts.reverse().flat() }
}

function broughtBy(merge: string, steps: readonly LineStep[]): LineStep[] {
  return steps.map((step) => ({ chain: merge, ...step }))
}
