import { BaseSequencer, type TestSpecification } from 'vitest/node'

const SLOW_FILES = [
  /search\/service/,
  /languages/,
  /search\/page/,
  /engines\/journeys/,
  /browser\/journeys/,
  /fast-scrolling/,
  /hostile-text/,
  /whole\/faults/,
  /accessibility/,
  /input-methods/,
  /drag-interruptions/,
  /label-manager/,
]

/** Runs the slowest files first. A slow file that runs last would leave the other cores idle. */
export class SlowFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = SLOW_FILES.findIndex((name) => name.test(moduleId))
      return index < 0 ? SLOW_FILES.length : index
    }
    return [...files].sort((a, b) => rank(a) - rank(b))
  }
}
