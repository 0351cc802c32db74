import type { StageLine } from './stage-lines.ts'

/** A line, with what the questions below need of it. */
interface IndexedLine {
  line: StageLine
  /** Positions of its commits, the newest first. */
  positions: ReadonlyMap<string, number>
  /** The oldest merge of each commit that was merged into it. */
  merges: ReadonlyMap<string, string>
}

/** Finds the commits that brought cards into stages, from the lines of the stages alone. */
export class StageArrivals {
  readonly #lines: readonly IndexedLine[]
  /** By the two stages: the oldest merge of the first one that has a position, or a newer one. */
  readonly #carriers = new Map<string, readonly (string | undefined)[]>()

  /** In flow order. */
  constructor(lines: readonly StageLine[]) {
    this.#lines = lines.map(indexLine)
  }

  /**
   * The merge of a commit into a stage, or of an earlier stage that had it; the commit itself when
   * the stage was fast-forwarded to it. Undefined for a commit that came in another way.
   */
  commitFor(branch: string, head: string): string | undefined {
    const stage = this.#lines.findIndex(({ line }) => line.branch === branch)
    return stage < 0 ? undefined : this.#find(stage, head)
  }

  /** ISO 8601, of a commit on the line of a stage; undefined for any other. */
  timeOf(commit: string): string | undefined {
    const found = this.#lines.find(({ line }) => line.commits.has(commit))
    const seconds = found?.line.commits.get(commit)?.committedAt
    return seconds === undefined ? undefined : new Date(seconds * 1_000).toISOString()
  }

  #find(stage: number, head: string): string | undefined {
    const own = this.#lines[stage]
    const merge = own?.merges.get(head)
    if (merge !== undefined) return merge
    if (own?.positions.has(head)) return head
    for (let earlier = stage - 1; earlier >= 0; earlier -= 1) {
      const arrival = this.#find(earlier, head)
      if (arrival === undefined) continue
      if (own?.positions.has(arrival)) return arrival
      const position = this.#lines[earlier]?.positions.get(arrival)
      const carrier = position === undefined ? undefined : this.#carried(stage, earlier)[position]
      if (carrier !== undefined) return carrier
    }
    return undefined
  }

  #carried(stage: number, earlier: number): readonly (string | undefined)[] {
    const key = `${stage} ${earlier}`
    const known = this.#carriers.get(key)
    if (known) return known
    const [to, from] = [this.#lines[stage], this.#lines[earlier]]
    const found: (string | undefined)[] = Array.from({ length: from?.positions.size ?? 0 })
    for (const [head, merge] of to?.merges ?? []) {
      const position = from?.positions.get(head)
      if (position !== undefined) found[position] = merge
    }
    const age = (merge: string) => to?.positions.get(merge) ?? 0
    let oldest: string | undefined
    for (const [position, merge] of found.entries()) {
      if (merge !== undefined && (oldest === undefined || age(merge) > age(oldest))) oldest = merge
      found[position] = oldest
    }
    this.#carriers.set(key, found)
    return found
  }
}

function indexLine(line: StageLine): IndexedLine {
  const merges = new Map<string, string>()
  for (const [id, { parents }] of line.commits)
    for (const head of parents.slice(1)) merges.set(head, id)
  const positions = new Map([...line.commits.keys()].map((id, position) => [id, position]))
  return { line, positions, merges }
}
