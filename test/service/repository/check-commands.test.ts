import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { MAX_CHECK_COMMANDS } from '#service/repository/open-repositories.ts'
import { createRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'
import { until } from '#test/support/until.ts'

describe('check commands', () => {
  const columns = [
    { name: 'Work', rule: 'work' },
    { name: 'Main', rule: { branch: 'main' } },
  ]

  function createChecked(command: string[], cards: readonly number[]) {
    const repository = createRepository(['staging'])
    const config = { columns, checks: { command, timeout: 60 } }
    repository.commit('main', { '.board.json': JSON.stringify(config) })
    for (const card of cards) repository.commit(`card/${card}`, { [`${card}.txt`]: 'x' })
    return repository
  }

  test(`run ${MAX_CHECK_COMMANDS} at a time, and the others wait`, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'checks-'))
    const count = `ls ${directory} | grep -c run`
    // Each waits for another one, so that a slow machine runs two at a time as well.
    const wait = `for i in 1 2 3 4 5 6 7 8; do test $(${count}) -gt 1 && break; sleep 0.2; done`
    const script = `touch ${directory}/run-$$; ${wait}; ${count} >> ${directory}/log; sleep 0.3; rm ${directory}/run-$$`
    const cards = [1, 2]
    const sources = [1, 2, 3].map(() => createChecked(['sh', '-c', script], cards).path)
    const board = await openRepositoryBoard(sources, { allowCheckCommand: true })
    const moves = board.boardIds.flatMap((id) => cards.map((card) => ({ id, card })))
    const statuses = await Promise.all(
      moves.map(async ({ id, card }) => {
        const statusId = (await board.load(id))[1]?.statusId
        return (await board.call('PATCH', `/v1/cards/${card}`, { statusId }, id)).status
      }),
    )
    expect(statuses).toEqual(moves.map(() => 202))
    const isIn = async () => {
      const all = await Promise.all(board.boardIds.map((id) => board.cards(id)))
      return all.flat().filter(({ column }) => column === 'Main').length
    }
    await until(async () => (await isIn()) === moves.length)
    const log = execFileSync('cat', [join(directory, 'log')])
      .toString()
      .trim()
      .split('\n')
    expect(Math.max(...log.map(Number))).toBe(MAX_CHECK_COMMANDS)
    await board.close()
  })

  test('run on each branch that a move changes', async () => {
    const repository = createChecked(['test', '-e', 'green.txt'], [1])
    const stages = [...columns, { name: 'Staging', rule: { branch: 'staging' } }]
    const checks = { command: ['test', '-e', 'green.txt'], timeout: 60 }
    repository.commit('main', { '.board.json': JSON.stringify({ columns: stages, checks }) })
    repository.commit('staging', { 'green.txt': '1' })
    const board = await openRepositoryBoard(repository.path, { allowCheckCommand: true })
    const heads = ['main', 'staging'].map((branch) => repository.head(branch))
    expect((await board.move(1, 'Staging')).status).toBe(202)
    const red = messages.repository.commandFailed('test -e green.txt', 1)
    await expect.poll(() => board.blocked(1)).toBe(red)
    expect(['main', 'staging'].map((branch) => repository.head(branch))).toEqual(heads)
    await board.close()
  })

  test('that run when the service stops leave their reason on the card', async () => {
    const marker = join(mkdtempSync(join(tmpdir(), 'marker-')), 'runs')
    const command = ['sh', '-c', `touch ${marker}; sleep 600`]
    const repository = createChecked(command, [1])
    const board = await openRepositoryBoard(repository.path, { allowCheckCommand: true })
    expect((await board.move(1, 'Main')).status).toBe(202)
    await until(() => existsSync(marker))
    await board.close()
    const again = await openRepositoryBoard(repository.path, { allowCheckCommand: true }, board)
    const reason = messages.repository.commandStopped(command.join(' '))
    expect((await again.card(1))?.blocked).toBe(reason)
    await again.close()
  })
})
