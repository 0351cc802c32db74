import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBoard } from '#contract/readers/read-board.ts'
import { readCredential } from '#contract/readers/read-credential.ts'
import { readErrorBody } from '#contract/readers/read-error-body.ts'
import { readLabels } from '#contract/readers/read-label.ts'
import { BOARD, ERROR, LABELS, ME, mutatedResponse } from '#test/support/mutated-response.ts'

const RUNS = 20_000

test(`no response makes a reader throw or lose a column silently (${RUNS} responses of each type)`, () => {
  fc.assert(
    fc.property(mutatedResponse(BOARD), (json) => {
      const board = readBoard(json)
      const sent = (json as { columns?: unknown } | null)?.columns
      if (board && Array.isArray(sent))
        expect(board.columns.length + board.unreadableCount).toBeGreaterThanOrEqual(sent.length)
      for (const { key, name, cards } of board?.columns ?? []) {
        expect(typeof key + typeof name).toBe('stringstring')
        for (const card of cards) expect(card.title.length).toBeLessThanOrEqual(4_000)
      }
      const ids = board?.columns.flatMap((column) => column.cards.map((card) => card.id)) ?? []
      expect(new Set(ids).size, 'each card has a unique id').toBe(ids.length)
    }),
    { numRuns: RUNS },
  )
  fc.assert(
    fc.property(mutatedResponse(LABELS), (json) => void readLabels(json)),
    { numRuns: RUNS },
  )
  fc.assert(
    fc.property(mutatedResponse(ME), (json) => void readCredential(json)),
    { numRuns: RUNS },
  )
  fc.assert(
    fc.property(mutatedResponse(ERROR), fc.string(), (json, type) => {
      const { message: words } = readErrorBody(JSON.stringify(json) ?? '', type)
      expect(words.length).toBeLessThanOrEqual(4_000)
    }),
    { numRuns: RUNS },
  )
}, 120_000)
