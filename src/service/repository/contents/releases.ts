import type { Git } from '../git/git.ts'
import type { Tag } from '../git/read-tags.ts'

/** Finds the oldest release that has a commit. */
export class Releases {
  /** Names of tags by commit. */
  readonly #known = new Map<string, string>()
  #tags: readonly string[] = []

  constructor(
    private readonly git: Git,
    private readonly pattern: string,
  ) {}

  /** Names of tags by commit, with one process. None for a commit that no release has. */
  async find(tags: readonly Tag[], commits: readonly string[]): Promise<Map<string, string>> {
    const names = tags.map(({ name, commit }) => `${name} ${commit}`)
    // A new release brings nothing that an older one had.
    if (this.#tags.some((name) => !names.includes(name))) this.#known.clear()
    this.#tags = names
    const unknown = commits.filter((commit) => !this.#known.has(commit))
    if (unknown.length > 0) await this.#read(unknown)
    return new Map(
      commits.flatMap((commit) => {
        const name = this.#known.get(commit)
        return name === undefined ? [] : [[commit, name] as const]
      }),
    )
  }

  async #read(commits: readonly string[]): Promise<void> {
    const args = ['name-rev', '--annotate-stdin', '--name-only', `--refs=refs/tags/${this.pattern}`]
    const text = await this.git.read(args, { input: `${commits.join('\n')}\n` })
    for (const [index, line] of text.split('\n').entries()) {
      const commit = commits[index]
      // A commit that no tag has stays as it is. "v1.0~3^2" is three commits before v1.0.
      const name = line.replace(/^tags\//, '').replace(/[~^].*$/, '')
      if (commit !== undefined && line !== commit) this.#known.set(commit, name)
    }
  }
}
