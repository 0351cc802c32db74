import { describe, expect, test } from 'vitest'
import { readBoardWeb, readCardRepository } from '#contract/readers/read-card-repository.ts'
import { BOARD } from '#test/support/mutated-response.ts'

describe('what a card is made of [gap G26]', () => {
  test('is read with every part', () => {
    const whole = BOARD.columns[0]?.tasks[0]?.repository
    const at = Date.UTC(2026, 10, 20, 10, 11, 12)
    const refusal = { ...whole?.refusal, at, triedAt: at }
    const enteredAt = Date.UTC(2026, 10, 21, 8)
    expect(readCardRepository(whole)).toEqual({ ...whole, committedAt: at, enteredAt, refusal })
  })

  test.each([undefined, null, 'main', 7, [], true])('is nothing for %j', (json) => {
    expect(readCardRepository(json)).toBeUndefined()
  })

  test.each([
    ['commits', -1],
    ['commits', 1.5],
    ['committedAt', 'yesterday'],
    ['enteredAt', 9],
    ['placedBy', 'luck'],
    ['next', { statusId: '2', result: 'perhaps' }],
    ['next', { result: 'clean' }],
    ['branch', { name: 'main' }],
    ['revertedBy', ' '],
    ['refusal', 'yes'],
    ['pull', { number: 128, state: 'perhaps' }],
    ['pull', { state: 'open' }],
  ])('lacks %s when it is %j, and keeps the rest', (name, value) => {
    const whole = BOARD.columns[0]?.tasks[0]?.repository
    const read = readCardRepository({ ...whole, [name]: value })
    expect(read).toEqual({ ...readCardRepository(whole), [name]: undefined })
  })

  test('lacks only the columns with a part of it that can’t be read', () => {
    const partly = [{ statusId: 2, files: ['a.ts', 7, ''] }, { files: ['b.ts'] }, 'c', null]
    expect(readCardRepository({ partly })?.partly).toEqual([
      { statusId: '2', files: ['a.ts', '7'] },
    ])
    expect(readCardRepository({ partly: [{ statusId: '3' }] })?.partly).toEqual([
      { statusId: '3', files: [] },
    ])
    expect(readCardRepository({ partly: 'all' })?.partly).toEqual([])
    const twice = [{ statusId: '3', files: ['a.ts'] }, { statusId: 3 }]
    expect(readCardRepository({ partly: twice })?.partly).toEqual([{ statusId: '3', files: [] }])
  })

  test('lacks only the other cards that can’t be read', () => {
    const others = [
      { number: 7, effect: 'takes' },
      { number: -1, effect: 'takes' },
      { number: 8 },
      9,
    ]
    const next = { statusId: '2', result: 'clean', others }
    expect(readCardRepository({ next })?.next?.others).toEqual([{ number: 7, effect: 'takes' }])
    expect(readCardRepository({ next: { ...next, others: 'all' } })?.next?.others).toEqual([])
  })

  test('lacks only the checks that can’t be read', () => {
    const checks = [{ name: 'a', state: 'success' }, { name: 'b', state: 'odd' }, 'c', null]
    expect(readCardRepository({ checks })?.checks).toEqual([
      { name: 'a', state: 'success', detail: undefined, url: undefined, source: undefined },
    ])
    expect(readCardRepository({ checks: 'all' })?.checks).toEqual([])
    const twice = [
      { name: 'a', state: 'failure' },
      { name: 'a', state: 'success' },
    ]
    expect(readCardRepository({ checks: twice })?.checks.map(({ state }) => state)).toEqual([
      'success',
    ])
    const ofBoth = [
      { name: 'a', state: 'failure', source: 'note' },
      { name: 'a', state: 'success', source: 'forge' },
    ]
    expect(readCardRepository({ checks: ofBoth })?.checks).toHaveLength(2)
  })

  test('has links of checks and pull requests only with https', () => {
    const url = 'javascript:alert(1)'
    const pull = { number: 128, state: 'open', url }
    const checks = [{ name: 'a', state: 'success', url }]
    const read = readCardRepository({ pull, checks })
    expect([read?.pull?.number, read?.pull?.url, read?.checks[0]?.url]).toEqual([
      128,
      undefined,
      undefined,
    ])
  })
})

describe('links of a board [gap G26]', () => {
  test.each([
    [{ branch: 'https://a.example/{branch}' }, { branch: 'https://a.example/{branch}' }],
    [{ commit: 'https://a.example/{commit}', branch: 7 }, { commit: 'https://a.example/{commit}' }],
    [{ branch: 'javascript:alert(1)//{branch}' }, undefined],
    [{ branch: 'http://a.example/{branch}' }, undefined],
    [{ commit: 'https://a.example@b.example/{commit}' }, undefined],
    ['https://a.example', undefined],
  ])('of %j are %j', (web, expected) => {
    expect(readBoardWeb(web)).toEqual(expected)
  })
})
