import { noteBlobs } from '../checks/check-notes.ts'
import type { BlockedBasis } from '../config/repository-rows.ts'
import type { Git } from '../git/git.ts'
import { readRef } from '../git/read-refs.ts'

/** What the refusal of a promotion into a branch depends on, as it is now. */
export async function readBasis(
  git: Git,
  notes: string,
  head: string,
  branch: string,
  tip?: string,
): Promise<BlockedBasis> {
  const notesTip = await readRef(git, notes)
  // Notes that can't be listed say nothing, now or at the next sync.
  const note = (await noteBlobs(git, notes, [head]).catch(() => undefined))?.get(head)
  return {
    head,
    branch,
    tip: tip ?? (await readRef(git, `refs/heads/${branch}`)) ?? '',
    ...(notesTip ? { notesTip } : {}),
    ...(note ? { note } : {}),
  }
}
