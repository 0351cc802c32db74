import type { Git } from '../git/git.ts'
import { readIdsOfAll } from '../git/read-ids.ts'
import { TreeChecks, type TreeProblem } from '../git/tree-checks.ts'

/** Whether the files of commits are whole and can be checked out. Each is looked at once. */
export class HeadChecks {
  readonly #trees = new TreeChecks()
  #sound: ReadonlySet<string> = new Set()

  /** The reasons, by the commits that have a problem which no stage has. All of them exist. */
  async problems(
    git: Git,
    heads: readonly string[],
    stageTips: readonly string[],
  ): Promise<Map<string, string>> {
    const open = heads.filter((head) => !this.#sound.has(head))
    if (open.length > 0) await this.#trees.trust(git, [...(await treesOf(git, stageTips)).values()])
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
  checks: TreeChecks,
): Promise<Map<string, TreeProblem>> {
  const trees = await treesOf(git, treeishes)
  const problems = await checks.problems(git, [...trees.values()])
  return new Map(
    [...trees].flatMap(([treeish, tree]) => {
      const problem = problems.get(tree)
      return problem ? [[treeish, problem] as const] : []
    }),
  )
}

/** By commit or tree. One that isn't there is its own, so that it's found to be missing. */
async function treesOf(git: Git, treeishes: readonly string[]): Promise<Map<string, string>> {
  const places = treeishes.map((treeish) => ({ treeish, paths: [''] }))
  const ids = await readIdsOfAll(git, places)
  return new Map(treeishes.map((treeish, index) => [treeish, ids[index]?.get('') ?? treeish]))
}
