import { messages } from '../../messages/messages.ts'
import type { StoredBranch } from '../config/repository-rows.ts'
import { FactFinder } from '../contents/find-facts.ts'
import { GitError } from '../git/git.ts'
import { plainName } from '../git/plain-text.ts'
import { printable } from '../git/remote.ts'
import type { Repository } from '../git/repository.ts'
import { hasAncestor } from './place-card.ts'
import { isDeletedIn, type RepositoryState } from './read-repository.ts'

/** What the stages of one repository have of its cards. */
export class RepositoryFacts {
  readonly finder: FactFinder
  /** Why the board can't know what stages have of cards. */
  problems: readonly string[] = []

  constructor(repository: Repository) {
    this.finder = new FactFinder(repository)
  }

  /** What was known stays, as long as git can't tell. */
  async find(
    state: RepositoryState,
    stored: readonly StoredBranch[],
  ): Promise<Pick<RepositoryState, 'facts' | 'nets' | 'arrivals'>> {
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
      this.problems = unreadable.map((name) =>
        messages.repository.contentUnreadable(plainName(name)),
      )
      return { facts, nets, arrivals: this.finder.arrivals }
    } catch (error) {
      if (!(error instanceof GitError)) throw error
      this.problems = [messages.repository.contentsUnreadable(printable(error.message))]
      const nets = new Map(cards.flatMap(({ name, net }) => (net ? [[name, net] as const] : [])))
      const facts = new Map(cards.map((card) => [card.name, card.facts]))
      return { facts, nets, arrivals: this.finder.arrivals }
    }
  }
}
