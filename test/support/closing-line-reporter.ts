import type { Reporter, TestCase } from 'vitest/node'

/** Ends the log of a run with one summary line: "N passed, N failed". */
export default class ClosingLineReporter implements Reporter {
  private counts = { passed: 0, failed: 0, skipped: 0 }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result()
    if (state !== 'pending') this.counts[state] += 1
  }

  onTestRunEnd(_modules: unknown, errors: readonly unknown[]): void {
    const { passed, failed, skipped } = this.counts
    console.log(
      `${passed} passed, ${failed + errors.length} failed${skipped ? `, ${skipped} skipped` : ''}`,
    )
  }
}
