import type { Reporter, TestCase } from 'vitest/node'

const PREFIX = 'engine-'
const MARKS = { passed: '✓', failed: '✗', skipped: '–', pending: '?' } as const

/** Prints which journey has passed in which engine, and why one didn't run. */
export default class EngineTableReporter implements Reporter {
  readonly #marks = new Map<string, Map<string, string>>()
  readonly #notes = new Set<string>()

  onTestCaseResult(test: TestCase): void {
    const { name: project } = test.project
    if (!project.startsWith(PREFIX)) return
    const engine = project.slice(PREFIX.length)
    const result = test.result()
    const marks = this.#marks.get(test.name) ?? new Map<string, string>()
    this.#marks.set(test.name, marks.set(engine, MARKS[result.state]))
    for (const { message } of test.annotations()) this.#notes.add(`! ${engine}: ${message}`)
    if (result.state === 'skipped' && result.note) this.#notes.add(`– ${engine}: ${result.note}`)
  }

  onTestRunEnd(): void {
    const engines = [...new Set([...this.#marks.values()].flatMap((marks) => [...marks.keys()]))]
    if (engines.length === 0) return
    engines.sort()
    const line = (cells: readonly string[], last: string) =>
      `${cells.map((cell) => cell.padEnd(10)).join('')}${last}`
    const rows = [...this.#marks].map(([journey, marks]) =>
      line(
        engines.map((engine) => marks.get(engine) ?? ''),
        journey,
      ),
    )
    console.log([line(engines, 'journey'), ...rows, ...this.#notes, ''].join('\n'))
  }
}
