import { describe, expect, test } from 'vitest'
import { chooseBoard, guessSession, type KeyAccess } from '#model/choose-board.ts'

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
    const guess = guessSession({ ...url, recent: recent.recent }, recent.lastProject, keyIds)
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
    expect(
      guessSession({ ...url, recent: recent.recent }, recent.lastProject, keyIds),
    ).toBeUndefined(),
  )
})

describe('the board to show', () => {
  const known = (keyId: string, ...workspaceIds: string[]): KeyAccess => ({
    keyId,
    workspaceIds,
    isPending: false,
  })
  const pending = (keyId: string): KeyAccess => ({
    keyId,
    workspaceIds: undefined,
    isPending: true,
  })
  const failed = (keyId: string): KeyAccess => ({
    keyId,
    workspaceIds: undefined,
    isPending: false,
  })
  const { recent } = RECENT
  const choose = (
    keys: readonly KeyAccess[],
    workspaceId?: string | null,
    newestKeyId?: string,
  ) => {
    const choice = chooseBoard(keys, { workspaceId, recent }, newestKeyId)
    return choice.type === 'board'
      ? `${choice.board.keyId} ${choice.board.workspaceId}`
      : choice.type
  }

  test.each([
    [
      'the key used last on the board of the URL',
      [known('x', '12'), known('a', '12')],
      'a 12',
      '12',
    ],
    ['any key when that one has no access', [known('x', '12'), known('a', '9')], 'x 12', '12'],
    ['the board opened last', [known('a', '12'), known('b', '14', '9')], 'b 14', undefined],
    ['the only board', [known('a', '9')], 'a 9', undefined],
  ] as const)('is that of %s', (_, keys, board, workspaceId) =>
    expect(choose(keys, workspaceId)).toBe(board),
  )

  test('is a board of the key that was connected last, when the URL names none', () =>
    expect(choose([known('b', '14'), known('c', '9')], undefined, 'c')).toBe('c 9'))

  test.each([
    [
      'the key that was used last has no response yet',
      [known('x', '12'), pending('a')],
      'loading',
      '12',
    ],
    ['another key could still have access', [pending('x')], 'loading', '9'],
    ['no key has access', [known('x', '12'), failed('a')], 'inaccessible', '9'],
    ['there are several, and none was opened', [known('x', '1', '2')], 'choose', undefined],
    ['a person wants to choose', [known('b', '14')], 'choose', null],
    [
      'a key has no response, and the URL names none',
      [known('b', '14'), pending('x')],
      'loading',
      undefined,
    ],
  ] as const)('is not known when %s', (_, keys, type, workspaceId) =>
    expect(choose(keys, workspaceId)).toBe(type),
  )
})
