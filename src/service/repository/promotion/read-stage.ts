import type { Git } from '../git/git.ts'
import { readRef } from '../git/read-refs.ts'

/** Where the branch of a stage is. */
export interface StageTip {
  branch: string
  tip: string
  tree: string
}

/** Undefined without the branch. */
export async function readStage(git: Git, branch: string): Promise<StageTip | undefined> {
  const tip = await readRef(git, `refs/heads/${branch}`)
  if (tip === undefined) return undefined
  return { branch, tip, tree: (await git.read(['rev-parse', `${tip}^{tree}`])).trim() }
}
