import { describe, expect, test } from 'vitest'
import { DEFAULT_ARRANGEMENT } from '#model/arrangement.ts'
import { EMPTY_FILTER, isEmptyFilter } from '#model/card-filter.ts'
import { filterText } from '#model/filter-text.ts'
import { readUrl, type UrlState, writeUrl } from '#state/url-state.ts'
import { SAMPLE_FILTER, SINGLE_FILTERS } from '#test/support/sample-filter.ts'

const STATE: UrlState = {
  workspaceId: '12',
  projectId: '41',
  cardNumber: 101,
  isWallDisplay: true,
  layout: 'list',
  group: 'label',
  sort: 'priority',
  hiddenColumns: ['1203', 'a,b'],
  collapsedColumns: ['1204'],
  collapsedLanes: ['', '=Ada'],
  olderCards: 'shown',
  density: 'compact',
  omittedFields: ['priority', 'labels'],
  ...SAMPLE_FILTER,
}

test('a URL keeps the board, the project, the card, and every part of the filter', () => {
  expect(readUrl(writeUrl(STATE))).toEqual(STATE)
})

test.each([
  ['sort=title', { sort: 'title' }],
  ['group=assignee', { group: 'assignee' }],
  ['view=list', { layout: 'list' }],
  ['density=compact', { density: 'compact' }],
  ['without=labels', { omittedFields: ['labels'] }],
  ['older=shown', { olderCards: 'shown' }],
  ['collapse=7', { collapsedColumns: ['7'] }],
  ['collapse-group=&collapse-group=%3DAda', { collapsedLanes: ['', '=Ada'] }],
] as const)('the arrangement of the link %s is read and written', (query, arrangement) => {
  const state = { ...readUrl(''), ...arrangement }
  expect(readUrl(`?${query}`)).toEqual(state)
  expect(writeUrl(state)).toBe(`?${query}`)
})

test('an arrangement without a meaning is the default, which no URL has', () => {
  expect(
    readUrl('?sort=mood&group=mood&view=mood&density=mood&older=mood&without=mood&collapse='),
  ).toEqual(readUrl(''))
  expect(writeUrl({ ...readUrl(''), ...DEFAULT_ARRANGEMENT })).toBe('')
})

test.each([
  ['label=7', { labelIds: ['7'] }],
  ['label=7%2C8', { labelIds: ['7', '8'] }],
  ['label=7&label=8', { allLabelIds: ['7', '8'] }],
  ['label=!7', { withoutLabelIds: ['7'] }],
  ['label=7&label=!8&label=none', { allLabelIds: ['7', 'none'], withoutLabelIds: ['8'] }],
  ['label=7%2C8&label=9', { labelIds: ['7', '8'], allLabelIds: ['9'] }],
  ['label=', {}],
])('the labels of the link %s are read', (query, expected) => {
  expect(readUrl(`?${query}`)).toEqual({ ...readUrl(''), ...expected })
})

test('a URL keeps that a board and a project have to be chosen', () => {
  const state = { ...STATE, workspaceId: null, projectId: null }
  expect(readUrl(writeUrl(state))).toEqual(state)
})

describe.each(SINGLE_FILTERS)('a filter with only %s', (_, filter) => {
  test('is not empty', () => expect(isEmptyFilter(filter)).toBe(false))

  test('has a parameter of its own in the URL', () => {
    const board = {
      workspaceId: '12',
      projectId: undefined,
      cardNumber: undefined,
      isWallDisplay: false,
    }
    const state = { ...board, ...DEFAULT_ARRANGEMENT, ...filter }
    expect(readUrl(writeUrl(state))).toEqual(state)
  })

  test('is described in words', () => {
    expect(filterText(filter, [])).not.toBe(filterText(EMPTY_FILTER, []))
  })
})
