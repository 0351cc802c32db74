import type { StoredBranch } from '../config/repository-rows.ts'
import type { RepositoryState } from '../sync/read-repository.ts'

/** Of each stage, by its branch: the card that a commit brought there. Deleted branches count. */
export function numbersByArrival(
  state: RepositoryState,
  rows: readonly StoredBranch[],
  numberOf: ReadonlyMap<string, number>,
): (branch: string) => (commit: string) => number | undefined {
  const byBranch = new Map<string, Map<string, number>>()
  const read = (branch: string): Map<string, number> => {
    const found = new Map<string, number>()
    for (const { name, head } of rows) {
      const fact = state.facts.get(name)?.find((one) => one.branch === branch)
      const commit = state.arrivals.commitFor(branch, head) ?? fact?.broughtBy
      const number = numberOf.get(name)
      if (commit !== undefined && number !== undefined) found.set(commit, number)
    }
    return found
  }
  return (branch: string) => {
    const known = byBranch.get(branch) ?? read(branch)
    byBranch.set(branch, known)
    return (commit: string): number | undefined => known.get(commit)
  }
}
