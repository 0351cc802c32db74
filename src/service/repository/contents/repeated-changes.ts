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
  readonly #knows = new Map<string, boolean>()

  constructor(private readonly git: Git) {}

  /**
   * The commit that took back what `commits` bring, and that they don't have in their history.
   * `patches` are more ids of the same changes.
   */
  async revertOf(
    commits: readonly string[],
    patches: readonly string[],
    reverts: readonly Revert[],
  ): Promise<string | undefined> {
    await this.#read([...commits, ...reverts.map(({ reverted }) => reverted)])
    const own = new Set([...patches, ...commits.map((id) => this.#patches.get(id) ?? '')])
    own.delete('')
    for (const { by, reverted } of reverts) {
      const isSame = own.has(this.#patches.get(reverted) ?? '')
      if (isSame && !(await this.#isKnownTo(by, commits.at(-1) ?? ''))) return by
    }
    return undefined
  }

  async #isKnownTo(revert: string, commit: string): Promise<boolean> {
    const key = `${revert} ${commit}`
    const known = this.#knows.get(key)
    if (known !== undefined) return known
    const isKnown = !(await missingFrom(this.git, [revert], commit)).has(revert)
    this.#knows.set(key, isKnown)
    return isKnown
  }

  async #read(commits: readonly string[]): Promise<void> {
    const unknown = [...new Set(commits)].filter((id) => !this.#patches.has(id))
    if (unknown.length === 0) return
    for (const id of unknown) this.#patches.set(id, '')
    const lines: string[] = []
    const names = new Map<string, string>()
    for (const name of unknown) {
      const args = ['rev-list', '--no-walk', '--parents', '--end-of-options', name]
      const { code, stdout } = await this.git.run(args)
      const [id = '', parent = ''] = stdout.trim().split(' ')
      if (code !== 0) continue
      names.set(id, name)
      lines.push(`${id} ${parent}`.trim())
    }
    for (const [id, patch] of await readPatchIds(this.git, lines)) {
      const name = names.get(id)
      if (name !== undefined) this.#patches.set(name, patch)
    }
  }
}
