import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { mergeCommands } from '#model/merge-commands.ts'

test('a conflict is resolved in the branch of the card, with the branch that it conflicts with', () => {
  expect(mergeCommands({ branch: 'card/1', target: 'main', isShared: false })).toBe(
    'git switch card/1\ngit merge main',
  )
  expect(mergeCommands({ branch: 'card/1', target: 'main', isShared: true })).toBe(
    'git fetch origin\ngit switch card/1\ngit merge origin/main',
  )
})

test.each(["it's;rm$(id)`id`", 'a&b|c>d<e', '"double"', '$HOME', '!!#1', "''", 'ümläut/ß'])(
  'a shell takes the branch %s as one word',
  (branch) => {
    const [line = ''] = (mergeCommands({ branch, target: 'main', isShared: false }) ?? '').split(
      '\n',
    )
    const script = line.replace('git switch', "printf '%s|'")
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(`${branch}|`)
  },
)

test.each(['fix/\u202Ename', 'a\u200bb', 'two words', '-Cmain'])(
  'a branch that doesn’t look like what it is, or like an option, has no commands: %j',
  (branch) => {
    expect(mergeCommands({ branch, target: 'main', isShared: false })).toBeUndefined()
    expect(mergeCommands({ branch: 'fix', target: branch, isShared: false })).toBeUndefined()
  },
)
