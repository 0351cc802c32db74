import { BaseSequencer, type TestSpecification } from 'vitest/node'

const SLOW = [/moves\.property/, /labels\.property/, /fuzz/, /hostile-words/, /faults/, /every-screen/, /label-manager/]

/** Begins with the longest files: one that begins last would leave the other core idle until it ends. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = SLOW.findIndex((name) => name.test(moduleId))
      return index < 0 ? SLOW.length : index
    }
    return [...files].sort((a, b) => rank(a) - rank(b))
  }
}
