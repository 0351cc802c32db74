import { type Git, GitError } from '../git/git.ts'
import type { OwnCommit } from '../git/read-commits.ts'

/** The changes of a card's branch, wherever they are. */
export interface OwnChanges {
  /** The newest commit that the branch and the first stage have in common. */
  base: string
  /** Patch id of all changes together; undefined when there are none. */
  whole: string | undefined
  /** Some of the files that they change, and what each was before; undefined for a new file. */
  files: readonly { path: string; before: string | undefined }[]
  /** The commits that change something, without merges, with their patch ids. */
  commits: readonly { id: string; patch: string }[]
  /** The merge that brought them into a stage. */
  mergedBy?: string
}

/** Of all changes together, and of each commit. */
export function patchesOf(changes: OwnChanges | undefined): string[] {
  const commits = changes?.commits.map(({ patch }) => patch) ?? []
  return changes?.whole === undefined ? commits : [changes.whole, ...commits]
}

/** Reads the changes of branches, each once. */
export class OwnChangesReader {
  readonly #known = new Map<string, OwnChanges | undefined>()

  constructor(private readonly git: Git) {}

  /** By the newest commit. Without those that have no commit in common with the stage. */
  async read(
    heads: readonly string[],
    tip: string,
    ownCommits: ReadonlyMap<string, OwnCommit>,
  ): Promise<ReadonlyMap<string, OwnChanges>> {
    const missing = [...new Set(heads)].filter(
      (head) => !this.#known.has(head) && ownCommits.has(head),
    )
    const own = new Map(missing.map((head) => [head, commitsOf(head, ownCommits)]))
    const bases = new Map<string, string>()
    for (const [head, commits] of own) {
      const base = await this.#baseOf(head, tip, commits, ownCommits)
      if (base === undefined) this.#known.set(head, undefined)
      else bases.set(head, base)
    }
    const wholes = await readPatchIds(
      this.git,
      [...bases].map(([head, base]) => `${head} ${base}`),
    )
    const files = await readFiles(this.git, bases)
    const plain = [...bases.keys()].flatMap((head) =>
      (own.get(head) ?? []).filter((id) => ownCommits.get(id)?.parents.length === 1),
    )
    const single = await readPatchIds(this.git, [...new Set(plain)])
    for (const [head, base] of bases) {
      const commits = (own.get(head) ?? []).flatMap((id) => {
        const patch = single.get(id)
        return patch === undefined ? [] : [{ id, patch }]
      })
      const changes = { base, whole: wholes.get(head), files: files.get(head) ?? [], commits }
      this.#known.set(head, changes)
    }
    return new Map(heads.flatMap((head) => this.#entry(head)))
  }

  #entry(head: string): [string, OwnChanges][] {
    const changes = this.#known.get(head)
    return changes ? [[head, changes]] : []
  }

  async #baseOf(
    head: string,
    tip: string,
    commits: readonly string[],
    ownCommits: ReadonlyMap<string, OwnCommit>,
  ): Promise<string | undefined> {
    const outside = commits
      .flatMap((id) => ownCommits.get(id)?.parents ?? [])
      .filter((id) => !ownCommits.has(id))
    const [only, second] = new Set(outside)
    if (second === undefined) return only
    // The stage was merged into the branch: git knows which of them is the newest.
    const { code, stdout } = await this.git.run(['merge-base', tip, head])
    return code === 0 ? stdout.trim() : undefined
  }
}

/** All of a branch's own commits. */
export function commitsOf(head: string, ownCommits: ReadonlyMap<string, OwnCommit>): string[] {
  const found = new Set<string>()
  const waiting = [head]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const commit = ownCommits.get(id)
    if (!commit || found.has(id)) continue
    found.add(id)
    waiting.push(...commit.parents)
  }
  return [...found]
}

/** More of them say nothing that these don't. */
const MAX_FILES = 20

/** By commit, compared with its base. A name that git has to quote is left out. */
async function readFiles(git: Git, bases: ReadonlyMap<string, string>) {
  const found = new Map<string, { path: string; before: string | undefined }[]>()
  if (bases.size === 0) return found
  const input = [...bases].map(([head, base]) => `${head} ${base}\n`).join('')
  const { code, stdout } = await git.run(['diff-tree', '--stdin', '-r', '--no-renames'], { input })
  // Without them, more merges are tried.
  if (code !== 0) return found
  let files: { path: string; before: string | undefined }[] = []
  for (const line of stdout.split('\n')) {
    if (!line.startsWith(':')) {
      files = []
      found.set(line.trim(), files)
      continue
    }
    const [status = '', path = ''] = line.split('\t')
    const [, , before = ''] = status.split(' ')
    if (path.startsWith('"') || files.length >= MAX_FILES) continue
    files.push({ path, before: /^0+$/.test(before) ? undefined : before })
  }
  return found
}

/**
 * Patch ids by commit; none for a commit without changes. Each line is a commit, or a commit and
 * the one to compare it with in place of its parent. A commit that can't be read costs only itself.
 */
export async function readPatchIds(
  git: Git,
  lines: readonly string[],
): Promise<Map<string, string>> {
  if (lines.length === 0) return new Map()
  const args = ['diff-tree', '--stdin', '-p', '-r', '--root', '--no-ext-diff', '--no-textconv']
  const diffs = await git.run(args, { input: `${lines.join('\n')}\n` })
  if (diffs.code === 0) return diffs.stdout === '' ? new Map() : patchIdsOf(git, diffs.stdout)
  if (diffs.code === -1) throw new GitError(args, diffs)
  if (lines.length === 1) return new Map()
  const middle = Math.ceil(lines.length / 2)
  const left = await readPatchIds(git, lines.slice(0, middle))
  return new Map([...left, ...(await readPatchIds(git, lines.slice(middle)))])
}

async function patchIdsOf(git: Git, diffs: string): Promise<Map<string, string>> {
  const text = await git.read(['patch-id', '--stable'], { input: diffs })
  const lines = text.split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [patch = '', commit = ''] = line.split(' ')
      return [commit, patch] as const
    }),
  )
}
