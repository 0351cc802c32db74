import type { Git } from '../git/git.ts'
import { readIdsOfAll } from '../git/read-ids.ts'
import { TreeChecks, type TreeProblem } from '../git/tree-checks.ts'

/** Whether the files of commits are whole and can be checked out. Each is looked at once. */
export class HeadChecks {
  readonly #trees = new TreeChecks()
  #sound: ReadonlySet<string> = new Set()

  /** The reasons, by the commits that have a problem. All of the commits exist. */
  async problems(git: Git, heads: readonly string[]): Promise<Map<string, string>> {
    const open = heads.filter((head) => !this.#sound.has(head))
    const problems = await treeProblems(git, open, this.#trees)
    this.#sound = new Set(heads.filter((head) => !problems.has(head)))
    return new Map([...problems].map(([head, { reason }]) => [head, reason]))
  }

  /** What couldn't be read can be there now. */
  forget(): void {
    this.#trees.forget()
  }
}

/** By commit or tree; none for those without a problem. */
export async function treeProblems(
  git: Git,
  treeishes: readonly string[],
  checks = new TreeChecks(),
): Promise<Map<string, TreeProblem>> {
  const ids = await readIdsOfAll(
    git,
    treeishes.map((treeish) => ({ treeish, paths: [''] })),
  )
  // One that isn't there is a problem of its own.
  const trees = treeishes.map((treeish, index) => ids[index]?.get('') ?? treeish)
  const problems = await checks.problems(git, trees)
  return new Map(
    treeishes.flatMap((treeish, index) => {
      const problem = problems.get(trees[index] ?? '')
      return problem ? [[treeish, problem] as const] : []
    }),
  )
}
