import { relative } from 'node:path'
import type {
  Reporter,
  TestCase,
  TestModule,
  TestRunEndReason,
  TestSpecification,
} from 'vitest/node'

const SLOW_FILES = 10
const PROGRESS_MS = 15_000

/** The parts of a run, in the words of the README. */
const PARTS: Readonly<Record<string, string>> = {
  unit: 'rules and readers',
  component: 'the page in jsdom',
  service: 'the service on SQLite',
  'service-postgres': 'the service on PostgreSQL',
  browser: 'the page in Chromium',
  'service-package': 'the package',
  'own-service': 'the page on our own service',
  faults: 'the page on services with faults',
  'search-page': 'searches in the page',
  'search-service': 'searches in the service',
  'search-postgres': 'searches on PostgreSQL',
}

const partOf = (project: string) =>
  PARTS[project] ?? project.replace('dialect-', 'dialect ').replace('engine-', 'journeys in ')

/**
 * Says which parts run, and how far each is, and what failed. Ends with the slowest files and one
 * summary line: "N passed, N failed".
 */
export default class ProgressReporter implements Reporter {
  private readonly counts = { passed: 0, failed: 0, skipped: 0 }
  private readonly waiting = new Map<string, number>()
  private readonly files: { name: string; ms: number }[] = []
  private startedAt = 0
  private saidAt = 0

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.startedAt = performance.now()
    for (const { project } of specifications) {
      this.waiting.set(project.name, (this.waiting.get(project.name) ?? 0) + 1)
    }
    const parts = [...this.waiting].map(([name, count]) => `${partOf(name)} (${count} files)`)
    console.log(`Tests: ${parts.join(', ')}`)
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result()
    if (state !== 'pending') this.counts[state] += 1
  }

  onTestModuleEnd(module: TestModule): void {
    const { project, moduleId } = module
    const name = `${relative(process.cwd(), moduleId)} (${project.name})`
    this.files.push({ name, ms: module.diagnostic().duration })
    const left = (this.waiting.get(project.name) ?? 1) - 1
    this.waiting.set(project.name, left)
    if (left === 0) this.say(`${partOf(project.name)}: done`)
    else if (performance.now() - this.saidAt > PROGRESS_MS) this.sayProgress()
  }

  onTestRunEnd(
    _modules: readonly TestModule[],
    errors: readonly unknown[],
    _reason: TestRunEndReason,
  ): void {
    const slowest = this.files.sort((a, b) => b.ms - a.ms).slice(0, SLOW_FILES)
    console.log('\nThe slowest files:')
    for (const { name, ms } of slowest) {
      console.log(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`)
    }
    const { passed, failed, skipped } = this.counts
    const rest = skipped ? `, ${skipped} skipped` : ''
    console.log(`\n${passed} passed, ${failed + errors.length} failed${rest}`)
  }

  private sayProgress(): void {
    const left = [...this.waiting].filter(([, count]) => count > 0)
    const parts = left.map(([project, count]) => `${partOf(project)} ${count}`)
    this.say(`files left: ${parts.join(', ')}`)
  }

  private say(text: string): void {
    this.saidAt = performance.now()
    const seconds = Math.round((this.saidAt - this.startedAt) / 1_000)
    const { passed, failed } = this.counts
    console.log(`${String(seconds).padStart(4)} s  ${passed} passed, ${failed} failed; ${text}`)
  }
}
