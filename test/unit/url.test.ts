import { describe, expect, test } from 'vitest'
import { EMPTY_FILTER, isEmptyFilter } from '#model/card-filter.ts'
import { filterText } from '#model/messages/filter-messages.ts'
import { readUrl, type UrlState, writeUrl } from '#state/url-state.ts'
import { SAMPLE_FILTER, SINGLE_FILTERS } from '#test/support/sample-filter.ts'

const STATE: UrlState = { workspaceId: '12', projectId: '41', cardNumber: 101, ...SAMPLE_FILTER }

test('a URL keeps the board, the project, the card, and every part of the filter', () => {
  expect(readUrl(writeUrl(STATE))).toEqual(STATE)
})

test('a URL keeps that a board and a project have to be chosen', () => {
  const state = { ...STATE, workspaceId: null, projectId: null }
  expect(readUrl(writeUrl(state))).toEqual(state)
})

describe.each(SINGLE_FILTERS)('a filter with only %s', (_, filter) => {
  test('is not empty', () => expect(isEmptyFilter(filter)).toBe(false))

  test('has a parameter of its own in the URL', () => {
    const state = { workspaceId: '12', projectId: undefined, cardNumber: undefined, ...filter }
    expect(readUrl(writeUrl(state))).toEqual(state)
  })

  test('is described in words', () => {
    const names = filter.labelIds.map((id) => `label ${id}`)
    expect(filterText(filter, names)).not.toBe(filterText(EMPTY_FILTER, []))
  })
})
