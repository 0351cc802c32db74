import { messages } from '../../messages/messages.ts'
import type { StoredBranch } from '../config/repository-rows.ts'
import { FactFinder } from '../contents/find-facts.ts'
import { GitError } from '../git/git.ts'
import { plainName } from '../git/plain-text.ts'
import { printable } from '../git/remote.ts'
import type { Repository } from '../git/repository.ts'
import { hasAncestor } from './place-card.ts'
import { isPlaced } from './read-evidence.ts'
import { isDeletedIn, type RepositoryState } from './read-repository.ts'

/** What the stages of one repository have of its cards. */
export class RepositoryFacts {
  readonly finder: FactFinder
  /** Why the board can't know what stages have of cards. */
  problems: readonly string[] = []

  /** Ends what git does when the signal is aborted. */
  constructor(
    repository: Repository,
    private readonly ending: AbortSignal,
  ) {
    const [git, merges] = [repository.git.until(ending), repository.merges.until(ending)]
    this.finder = new FactFinder({ ...repository, git, merges })
  }

  /** What was known stays, as long as git can't tell. Rejects with the reason of the signal. */
  async find(
    state: RepositoryState,
    stored: readonly StoredBranch[],
  ): Promise<Pick<RepositoryState, 'facts' | 'nets' | 'areNetsCurrent' | 'arrivals' | 'unknown'>> {
    const known = new Map(stored.map((row) => [row.name, row]))
    const branches = [...state.branches.values(), ...stored.filter(isDeletedIn(state))]
    const cards = branches
      .filter(({ head }) => state.isKnown(head))
      .map(({ name, head }) => {
        const { net, facts = [] } = known.get(name) ?? {}
        return { name, head, net, facts }
      })
    const stages = state.stageTips.flatMap((tip, stage) => {
      const branch = state.stageNames[stage]
      if (tip === undefined || branch === undefined) return []
      return [{ branch, tip, contains: (commit: string) => hasAncestor(state, stage, commit) }]
    })
    try {
      const { facts, nets, unreadable } = await this.finder.find(stages, cards)
      this.ending.throwIfAborted()
      this.problems = unreadable.map((name) =>
        messages.repository.contentUnreadable(plainName(name)),
      )
      const { arrivals } = this.finder
      return { facts, nets, areNetsCurrent: true, arrivals, unknown: new Set() }
    } catch (error) {
      this.ending.throwIfAborted()
      if (!(error instanceof GitError)) throw error
      this.problems = [messages.repository.contentsUnreadable(printable(error.message))]
      const nets = new Map(cards.flatMap(({ name, net }) => (net ? [[name, net] as const] : [])))
      const facts = new Map(cards.map((card) => [card.name, card.facts]))
      const unknown = cards.filter(({ name }) => !isKnownBefore(known.get(name)))
      const names = new Set(unknown.map(({ name }) => name))
      const { arrivals } = this.finder
      return { facts, nets, areNetsCurrent: false, arrivals, unknown: names }
    }
  }
}

function isKnownBefore(row: StoredBranch | undefined): boolean {
  return row !== undefined && isPlaced(row)
}
