import type { Git } from '../git/git.ts'
import { readPatchIds } from './own-changes.ts'
import { missingFrom, type Revert } from './stage-history.ts'

/**
 * Finds reverts of the same changes. A stage that has taken a card out keeps it out when other
 * commits with the same changes are merged into it: for git, one side removed them, and the other
 * side did nothing new.
 */
export class RepeatedChanges {
  /** Patch ids by commit, as messages name it; empty for none. */
  readonly #patches = new Map<string, string>()
  /** Whether a commit has a revert in its history, by both. */
  readonly #isInHistory = new Map<string, boolean>()

  constructor(private readonly git: Git) {}

  /** Patch ids of the commits, without those that change nothing. */
  async patchesOf(commits: readonly string[]): Promise<string[]> {
    await this.#read(commits)
    return commits.flatMap((id) => this.#patches.get(id) || [])
  }

  /** The commit that took these changes back, and that `broughtBy` doesn't have in its history. */
  async revertOf(
    patches: readonly string[],
    broughtBy: string,
    reverts: readonly Revert[],
  ): Promise<string | undefined> {
    await this.#read(reverts.map(({ reverted }) => reverted))
    for (const { by, reverted } of reverts) {
      const patch = this.#patches.get(reverted) ?? ''
      const isSame = patch !== '' && patches.includes(patch)
      if (isSame && !(await this.#hasInHistory(by, broughtBy))) return by
    }
    return undefined
  }

  async #hasInHistory(revert: string, commit: string): Promise<boolean> {
    const key = `${revert} ${commit}`
    const known = this.#isInHistory.get(key)
    if (known !== undefined) return known
    const isThere = !(await missingFrom(this.git, [revert], commit)).has(revert)
    this.#isInHistory.set(key, isThere)
    return isThere
  }

  async #read(commits: readonly string[]): Promise<void> {
    const unknown = [...new Set(commits)].filter((id) => !this.#patches.has(id))
    if (unknown.length === 0) return
    for (const id of unknown) this.#patches.set(id, '')
    // A message can name a commit that the repository doesn't have.
    const args = ['rev-list', '--no-walk', '--parents', '--ignore-missing', '--stdin']
    const text = await this.git.read(args, { input: `${unknown.join('\n')}\n` })
    const lines = text.split('\n').map((line) => line.split(' ').slice(0, 2).join(' '))
    const patches = await readPatchIds(this.git, lines.filter(Boolean))
    for (const [id, patch] of patches) {
      const names = unknown.filter((name) => id.startsWith(name))
      for (const name of names) this.#patches.set(name, patch)
    }
  }
}
