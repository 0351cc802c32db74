import { describe, expect, test } from 'vitest'
import { guessSession } from '#state/guess-session.ts'

const RECENT = {
  recent: [
    { keyId: 'b', workspaceId: '14' },
    { keyId: 'a', workspaceId: '12' },
  ],
  lastProject: { '12': '42' },
  seenProjects: {},
}
const NONE = { recent: [], lastProject: {}, seenProjects: {} }
const ANY = { workspaceId: undefined, projectId: undefined }

describe('the board that a page will probably show', () => {
  test.each([
    ['the last one', ANY, RECENT, ['a', 'b'], ['b', '14', undefined]],
    ['the one in the URL', { ...ANY, workspaceId: '12' }, RECENT, ['a', 'b'], ['a', '12', '42']],
    [
      'the project in the URL',
      { workspaceId: '12', projectId: '7' },
      RECENT,
      ['a'],
      ['a', '12', '7'],
    ],
    [
      'no project when a person chose none',
      { workspaceId: '12', projectId: null },
      RECENT,
      ['a'],
      ['a', '12', undefined],
    ],
    [
      'a board that only one key can open',
      { ...ANY, workspaceId: '9' },
      RECENT,
      ['a'],
      ['a', '9', undefined],
    ],
  ] as const)('is %s', (_, url, recent, keyIds, expected) => {
    const guess = guessSession(url, recent, keyIds)
    expect([guess?.keyId, guess?.workspaceId, guess?.projectId]).toEqual(expected)
  })

  test.each([
    ['nothing was opened', ANY, NONE, ['a']],
    ['a person has to choose', { workspaceId: null, projectId: undefined }, RECENT, ['a', 'b']],
    ['its key was removed', ANY, RECENT, ['a']],
    ['several keys could open it', { ...ANY, workspaceId: '9' }, RECENT, ['a', 'b']],
    ['there is no key', { ...ANY, workspaceId: '12' }, NONE, []],
    ['the id is a name of JavaScript', { ...ANY, workspaceId: 'constructor' }, NONE, []],
  ] as const)('is unknown when %s', (_, url, recent, keyIds) =>
    expect(guessSession(url, recent, keyIds)).toBeUndefined(),
  )
})
