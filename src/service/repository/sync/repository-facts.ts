import { messages } from '../../messages/messages.ts'
import type { StoredBranch } from '../config/repository-rows.ts'
import { FactFinder } from '../contents/find-facts.ts'
import { StageArrivals } from '../contents/stage-arrivals.ts'
import type { StageHistory, StageLine } from '../contents/stage-history.ts'
import { GitError } from '../git/git.ts'
import { printable } from '../git/remote.ts'
import type { Repository } from '../git/repository.ts'
import { hasAncestor } from './place-card.ts'
import { isDeletedIn, type RepositoryState } from './read-repository.ts'

/** What the stages of one repository have of its cards besides plain ancestry. */
export class RepositoryFacts {
  readonly #finder: FactFinder
  #arrivals = new StageArrivals([])
  #lines: readonly StageLine[] = []
  /** Why the board can't know of squashed and reverted branches. */
  problems: readonly string[] = []

  constructor(repository: Repository) {
    this.#finder = new FactFinder(repository)
  }

  get history(): StageHistory {
    return this.#finder.history
  }

  /** What was known stays, as long as git can't tell. */
  async find(
    state: RepositoryState,
    stored: readonly StoredBranch[],
  ): Promise<Pick<RepositoryState, 'facts' | 'bases' | 'arrivals'>> {
    const known = new Map(stored.map((row) => [row.name, row.facts]))
    const branches = [...state.branches.values(), ...stored.filter(isDeletedIn(state))]
    const cards = branches
      .filter(({ head }) => state.isKnown(head))
      .map(({ name, head }) => ({ name, head, facts: known.get(name) ?? [] }))
    const stages = state.stageTips.flatMap((tip, stage) => {
      const branch = state.stageNames[stage]
      if (tip === undefined || branch === undefined) return []
      return [{ branch, tip, contains: (commit: string) => hasAncestor(state, stage, commit) }]
    })
    try {
      const found = await this.#finder.find({ stages, cards, ownCommits: state.ownCommits })
      this.problems = []
      const { facts, bases, lines } = found
      return { facts, bases, arrivals: this.#arrivalsOf(lines) }
    } catch (error) {
      if (!(error instanceof GitError)) throw error
      this.problems = [messages.repository.contentsUnreadable(printable(error.message))]
      return { facts: known, bases: new Map(), arrivals: this.#arrivals }
    }
  }

  /** The same as long as no stage has changed. */
  #arrivalsOf(lines: readonly StageLine[]): StageArrivals {
    const isSame =
      lines.length === this.#lines.length && lines.every((line, at) => line === this.#lines[at])
    if (isSame) return this.#arrivals
    this.#lines = lines
    this.#arrivals = new StageArrivals(lines)
    return this.#arrivals
  }
}
