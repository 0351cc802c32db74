import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBoard } from '#contract/board.ts'
import { readCredential } from '#contract/credential.ts'
import { readErrorBody } from '#contract/error-body.ts'
import { readLabels } from '#contract/label.ts'
import { BOARD, ERROR, LABELS, ME, mutated } from '#test/support/mutated.ts'

const RUNS = 20_000

test(`no answer of the service makes a reader throw, nor lose a column silently (${RUNS} of each)`, () => {
  fc.assert(
    fc.property(mutated(BOARD), (json) => {
      const board = readBoard(json)
      const sent = (json as { columns?: unknown } | null)?.columns
      if (board && Array.isArray(sent))
        expect(board.columns.length + board.unreadable).toBeGreaterThanOrEqual(sent.length)
      for (const { key, name, cards } of board?.columns ?? []) {
        expect(typeof key + typeof name).toBe('stringstring')
        for (const card of cards) expect(card.title.length).toBeLessThanOrEqual(4_000)
      }
      const ids = board?.columns.flatMap((column) => column.cards.map((card) => card.id)) ?? []
      expect(new Set(ids).size, 'each card has an id of its own').toBe(ids.length)
    }),
    { numRuns: RUNS },
  )
  fc.assert(
    fc.property(mutated(LABELS), (json) => void readLabels(json)),
    { numRuns: RUNS },
  )
  fc.assert(
    fc.property(mutated(ME), (json) => void readCredential(json)),
    { numRuns: RUNS },
  )
  fc.assert(
    fc.property(mutated(ERROR), fc.string(), (json, type) => {
      const { words } = readErrorBody(JSON.stringify(json) ?? '', type)
      expect(words.length).toBeLessThanOrEqual(4_000)
    }),
    { numRuns: RUNS },
  )
}, 120_000)
