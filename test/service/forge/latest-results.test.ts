import { expect, test } from 'vitest'
import { newestOfEach, worstOfEach } from '#service/forge/latest-results.ts'

test('of two results with one name, the worse one counts', () => {
  const raw = (['success', 'failure', 'pending'] as const).map((meaning) => {
    return { name: 'build', meaning }
  })
  for (const all of [raw, raw.toReversed()]) {
    expect(worstOfEach(all).results.map(({ state }) => state)).toEqual(['failure'])
  }
})

test('one that was skipped is none', () => {
  expect(worstOfEach([{ name: 'docs', meaning: 'ignored' }]).results).toEqual([])
})

test('only links with https are links', () => {
  const urls = ['https://ci.example/1', 'http://ci.example/1', 'javascript:alert(1)', '', null]
  const raw = urls.map((url, index) => ({ name: `${index}`, meaning: 'success' as const, url }))
  expect(worstOfEach(raw).results.flatMap(({ url }) => url ?? [])).toEqual([urls[0]])
})

test('of all results that there ever were, the newest of each name counts', () => {
  const items = [
    { id: 2, name: 'build', state: 'pending' },
    { id: 7, name: 'build', state: 'success' },
    { id: 5, name: 'build', state: 'failure' },
  ]
  expect(newestOfEach(items, ({ name }) => name)).toEqual([items[1]])
})
