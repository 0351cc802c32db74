import type { Git } from '../git/git.ts'
import { recordsOf } from '../git/read-commits.ts'

/** A commit on a stage that takes another one back. */
export interface Revert {
  /** The commit whose message says so. */
  by: string
  /** As the message has it: git's own messages have all of its digits. */
  reverted: string
}

/** The first-parent line of a stage's branch: what was its newest commit at some time. */
export interface StageLine {
  branch: string
  tip: string
  /** Parents of each commit on the line, newest commit first. */
  parents: ReadonlyMap<string, readonly string[]>
}

const REVERTS = /^This reverts commit ([0-9a-f]{7,64})\b/gim

/** Remembers what it has read of the stages: later, it only reads what is new. */
export class StageHistory {
  readonly #lines = new Map<string, StageLine>()
  /** All commits of all stages whose messages say that they revert something. */
  #reverts: readonly Revert[] = []
  #revertsUntil: readonly string[] = []
  /** Of merges that were reverted: all commits that each brought. */
  readonly #brought = new Map<string, ReadonlySet<string>>()

  constructor(private readonly git: Git) {}

  async line(branch: string, tip: string): Promise<StageLine> {
    const before = this.#lines.get(branch)
    if (before?.tip === tip) return before
    const added = await this.#readLine(tip, before?.tip)
    const oldest = [...added.values()].at(-1)
    // After a force push, the new line leads past the old tip.
    const isLonger = before !== undefined && oldest?.[0] === before.tip
    const parents = isLonger ? new Map([...added, ...before.parents]) : added
    const line = {
      branch,
      tip,
      parents: before === undefined || isLonger ? parents : await this.#readLine(tip),
    }
    this.#lines.set(branch, line)
    return line
  }

  async #readLine(tip: string, since?: string): Promise<Map<string, readonly string[]>> {
    const input = [tip, ...(since === undefined ? [] : [`^${since}`])].join('\n')
    const text = await this.git.read(['rev-list', '--first-parent', '--parents', '--stdin'], {
      input: `${input}\n`,
    })
    const lines = text.split('\n').filter(Boolean)
    return new Map(
      lines.map((line) => {
        const [id = '', ...parents] = line.split(' ')
        return [id, parents] as const
      }),
    )
  }

  /** What is reverted on a stage, and wasn't brought back by a revert of the revert. */
  async activeReverts(tip: string, allTips: readonly string[]): Promise<Revert[]> {
    await this.#readReverts(allTips)
    if (this.#reverts.length === 0) return []
    const missing = await missingFrom(
      this.git,
      this.#reverts.map(({ by }) => by),
      tip,
    )
    const own = this.#reverts.filter(({ by }) => !missing.has(by))
    const undoing = new Map<Revert, Revert[]>()
    for (const revert of own) {
      const brought = await this.brought(revert.reverted)
      const undone = own.filter(({ by }) => by.startsWith(revert.reverted) || brought.has(by))
      for (const other of undone) undoing.set(other, [...(undoing.get(other) ?? []), revert])
    }
    // A revert is newer than what it reverts, so this ends.
    const isActive = (revert: Revert): boolean =>
      !(undoing.get(revert) ?? []).some((other) => other !== revert && isActive(other))
    const active = own.filter(isActive)
    return [...active, ...(await this.#ofRepetitions(own, active))]
  }

  /**
   * A revert takes back the same changes wherever they came from: also those that the revert of an
   * earlier revert had brought again.
   */
  async #ofRepetitions(own: readonly Revert[], active: readonly Revert[]): Promise<Revert[]> {
    const revertsOf = (commit: string) =>
      own.filter(({ reverted }) => commit.startsWith(reverted) || reverted.startsWith(commit))
    const found: Revert[] = []
    for (const { by, reverted } of active) {
      const same = [reverted]
      // The list grows while it's read: what was brought again can be reverted again.
      for (const commit of same) {
        const earlier = revertsOf(commit).flatMap((revert) => revertsOf(revert.by))
        same.push(...earlier.map((one) => one.by).filter((id) => !same.includes(id)))
      }
      const later = await missingFrom(this.git, same.slice(1), by)
      for (const id of same.slice(1)) if (!later.has(id)) found.push({ by, reverted: id })
    }
    return found
  }

  async #readReverts(tips: readonly string[]): Promise<void> {
    if (tips.join() === this.#revertsUntil.join()) return
    const input = [...tips, ...this.#revertsUntil.map((tip) => `^${tip}`)].join('\n')
    const filter = ['-E', '-i', '--grep=^This reverts commit [0-9a-f]{7}']
    const args = ['log', '-z', '--no-notes', '--no-mailmap', ...filter, '--format=%H%x00%B']
    const text = await this.git.read([...args, '--stdin'], { input: `${input}\n` })
    const found = recordsOf(text, 2).flatMap(([by = '', body = '']) =>
      [...body.matchAll(REVERTS)].map(([, reverted = '']) => ({ by, reverted })),
    )
    const known = new Set(this.#reverts.map(({ by }) => by))
    this.#reverts = [...this.#reverts, ...found.filter(({ by }) => !known.has(by))]
    this.#revertsUntil = [...tips]
  }

  /** All commits that a merge brought; empty for any other commit. */
  async brought(commit: string): Promise<ReadonlySet<string>> {
    const known = this.#brought.get(commit)
    if (known) return known
    const { code, stdout } = await this.git.run(['rev-list', `${commit}^1..${commit}`])
    const commits = code === 0 ? stdout.split('\n').filter(Boolean) : []
    const brought = new Set(commits.filter((id) => !id.startsWith(commit)))
    this.#brought.set(commit, brought)
    return brought
  }
}

/** Those of the commits, with their ancestors, that a branch doesn't contain. */
export async function missingFrom(
  git: Git,
  commits: readonly string[],
  tip: string,
): Promise<Set<string>> {
  if (commits.length === 0) return new Set()
  const input = `${[...new Set(commits), `^${tip}`].join('\n')}\n`
  const text = await git.read(['rev-list', '--stdin'], { input })
  return new Set(text.split('\n').filter(Boolean))
}
