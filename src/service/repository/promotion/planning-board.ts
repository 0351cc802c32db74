import type { FactFinder } from '../contents/find-facts.ts'
import type { NetChange } from '../contents/net-changes.ts'
import type { StageFact } from '../contents/stage-facts.ts'
import type { Repository } from '../git/repository.ts'

/** What the plan of a move needs of a board. */
export interface PlanningBoard {
  repository: Repository
  facts: Pick<FactFinder, 'judge' | 'changedFiles' | 'findBringing'>
  /** What the branches of cards change, by their names. */
  nets: ReadonlyMap<string, NetChange>
  /** What a stage has of a card; undefined when the stage has changed since the last sync. */
  verdictOn: (
    name: string,
    stage: { branch: string; tip: string },
  ) => StageFact['verdict'] | undefined
}
