import { describe, expect, test } from 'vitest'
import { deprecated, unrecognizedItems } from '#messages/app-messages.ts'
import { deletionEffect } from '#messages/label-messages.ts'
import { rateLimited } from '#messages/move-messages.ts'
import { missingEntries } from '#messages/warning-messages.ts'
import { errorMessage, failureMessage } from '#model/failure-message.ts'
import { failure } from '#test/support/failure.ts'

describe('the message of a failed request', () => {
  test('names what a person can check when the network fails [gap G25]', () =>
    expect(failureMessage(failure('network'))).toContain('its address may be wrong'))

  test('says that nothing was sent when an id is invalid', () =>
    expect(failureMessage(failure('not-sent', { notSentReason: 'invalid-id' }))).toBe(
      'This item has an invalid id, so the request was not sent.',
    ))

  test('ends with a period and the waiting time in seconds [gap G19]', () =>
    expect(errorMessage(failure('http', { serverMessage: 'Slow down', retryAfter: 299_001 }))).toBe(
      'Slow down. Retry in 300 s.',
    ))
})

test('a rate-limited move states the waiting time in seconds, or "later" without one', () => {
  expect(rateLimited(3_000)).toContain('retry in 3 s')
  expect(rateLimited(undefined)).toContain('retry later')
})

test('the end of a deprecated version is a date in UTC [gap G24]', () => {
  expect(deprecated(new Date('2027-03-31'))).toContain('will end on March 31, 2027.')
  expect(deprecated(undefined)).toContain('will end. Tell')
})

test('the effect of deleting a label counts the cards here and elsewhere, if the board is loaded', () => {
  expect(deletionEffect(42, 40)).toBe(
    '42 cards will lose this label: 40 on this board, 2 outside it. This can’t be undone.',
  )
  expect(deletionEffect(42, undefined)).toBe('42 cards will lose this label. This can’t be undone.')
})

test('counts of items have a singular and a plural', () => {
  const names = { one: 'label', many: 'labels' }
  expect(missingEntries(names, { unreadableCount: 1, hasNextPage: false })).toBe(
    'Couldn’t read 1 label.',
  )
  expect(missingEntries(names, { unreadableCount: 2, hasNextPage: true })).toBe(
    'Couldn’t read 2 labels. The service reports more pages, so the list may be incomplete.',
  )
  expect(unrecognizedItems(1)).toContain('sent 1 item that')
  expect(unrecognizedItems(4)).toContain('sent 4 items that')
})
