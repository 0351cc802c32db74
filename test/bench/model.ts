import { cpus } from 'node:os'
import { readBoard } from '#contract/readers/read-board.ts'
import { findUnrecognized } from '#contract/unrecognized.ts'
import { applyMoves } from '#model/board-overlay.ts'
import { EMPTY_FILTER } from '#model/card-filter.ts'
import { createCardFilter } from '#model/filter-board.ts'
import { indexLabels } from '#model/label-lookup.ts'
import { shareBoard } from '#model/structural-sharing.ts'
import { startBoard } from '#test/support/start-board.ts'

/**
 * Measures what the page does with a loaded board, without a browser. `npm run bench:model` prints
 * the median and the worst time of each, in ms.
 */

const CARDS = 10_000
const RUNS = 15

interface Timing {
  label: string
  median: number
  worst: number
  runs: number
}

const timings: Timing[] = []

function recordTimes(label: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b)
  timings.push({
    label: label,
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    worst: sorted.at(-1) ?? 0,
    runs: times.length,
  })
}

function time(act: () => unknown): number {
  const start = performance.now()
  act()
  return performance.now() - start
}

async function timeAsync(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

function repeat(label: string, act: () => unknown): void {
  for (let warmup = 0; warmup < 3; warmup += 1) act()
  recordTimes(
    label,
    Array.from({ length: RUNS }, () => time(act)),
  )
}

async function main(): Promise<void> {
  const board = await startBoard(['--demo-cards', String(CARDS)])
  try {
    const headers = { Authorization: `Bearer ${board.keys.maintainer}` }
    const text = await (await fetch(`${board.url}v1/board`, { headers })).text()
    console.log(
      `${CARDS} cards, ${(text.length / 1e6).toFixed(2)} MB of JSON, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`,
    )
    const loadedBoard = readBoard(JSON.parse(text))
    if (!loadedBoard) throw new Error('The board could not be read')
    repeat('parse the board JSON', () => JSON.parse(text))
    const json = JSON.parse(text)
    repeat('validate the board', () => readBoard(json))
    repeat(
      'find unrecognized data',
      () => Array.from(findUnrecognized({ endpoint: 'board', json })).length,
    )
    repeat('reuse the objects of an unchanged board', () =>
      shareBoard(loadedBoard, readBoard(json) ?? loadedBoard),
    )
    const cardId = loadedBoard.columns[0]?.cards[0]?.id ?? ''
    const toStatusId = loadedBoard.columns[1]?.statusId ?? ''
    repeat('apply a pending move to the board', () =>
      applyMoves(loadedBoard, [{ cardId, toStatusId }]),
    )
    repeat('filter by text', () =>
      createCardFilter({ ...EMPTY_FILTER, text: 'webhook' }, indexLabels([])).apply(loadedBoard),
    )
    const etag = (await fetch(`${board.url}v1/board`, { headers })).headers.get('ETag') ?? ''
    const polls: number[] = []
    const fullLoads: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      polls.push(
        await timeAsync(() =>
          fetch(`${board.url}v1/board`, { headers: { ...headers, 'If-None-Match': etag } }),
        ),
      )
      fullLoads.push(
        await timeAsync(async () => (await fetch(`${board.url}v1/board`, { headers })).text()),
      )
    }
    recordTimes('service: poll of an unchanged board (304)', polls)
    recordTimes('service: full board', fullLoads)
  } finally {
    await board.stop()
  }
  for (const { label, median, worst, runs } of timings) {
    console.log(
      `${label.padEnd(58)} median ${median.toFixed(1).padStart(8)} ms   worst ${worst.toFixed(1).padStart(8)} ms   (${runs} runs)`,
    )
  }
}

await main()
