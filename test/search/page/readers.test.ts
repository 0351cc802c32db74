import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBoard } from '#contract/readers/read-board.ts'
import { readCredential } from '#contract/readers/read-credential.ts'
import { readErrorBody } from '#contract/readers/read-error-body.ts'
import { readLabels } from '#contract/readers/read-label.ts'
import { BOARD, ERROR, LABELS, ME, mutatedResponse } from '#test/support/mutated-response.ts'
import { searchProperty } from '#test/support/search.ts'

const ROUNDS = 2_000

test('no board makes its reader throw or lose a column silently', () =>
  searchProperty(
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
    { rounds: ROUNDS },
  ))

test('no other response makes its reader throw', () =>
  searchProperty(
    fc.property(
      mutatedResponse(LABELS),
      mutatedResponse(ME),
      mutatedResponse(ERROR),
      fc.string(),
      (labels, credential, error, type) => {
        readLabels(labels)
        readCredential(credential)
        const { message } = readErrorBody(JSON.stringify(error) ?? '', type)
        expect(message.length).toBeLessThanOrEqual(4_000)
      },
    ),
    { rounds: ROUNDS },
  ))
