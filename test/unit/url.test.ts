import { expect, test } from 'vitest'
import { type CardFilter, EMPTY_FILTER, isEmptyFilter, NONE } from '#model/card-filter.ts'
import { readUrl, type UrlState, writeUrl } from '#state/url-state.ts'

/** Every field is set: a new field without a place in the URL makes this fail to compile, or the test fail. */
const FILTER: Required<CardFilter> = {
  text: 'signing keys',
  blockedOnly: true,
  labelIds: ['7', 'a b'],
  assignees: ['Ada Lovelace', NONE],
  priorities: ['high', 'P7'],
}

const STATE: UrlState = { workspaceId: '12', projectId: '41', cardNumber: 101, ...FILTER }

test('a URL keeps the board, the project, the card, and every part of the filter', () => {
  expect(readUrl(writeUrl(STATE))).toEqual(STATE)
})

test('a URL keeps that a board and a project have to be chosen', () => {
  const state = { ...STATE, workspaceId: null, projectId: null }
  expect(readUrl(writeUrl(state))).toEqual(state)
})

test.each(Object.entries(FILTER))('a filter is not empty when only %s is set', (field, value) => {
  expect(isEmptyFilter({ ...EMPTY_FILTER, [field]: value })).toBe(false)
})
