import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createBareCopy, createRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'
import { until } from '#test/support/until.ts'

describe('a remote that hangs', () => {
  test('neither holds up a stop nor leaves a process', async () => {
    const origin = createRepository(['staging'])
    origin.commit('card/5', { 'five.txt': '5' })
    const bare = join(mkdtempSync(join(tmpdir(), 'remote-')), 'x.git')
    execFileSync('git', ['clone', '--quiet', '--mirror', origin.path, bare], { stdio: 'pipe' })
    execFileSync('git', ['-C', bare, 'symbolic-ref', 'HEAD', 'refs/heads/main'])
    const board = await openRepositoryBoard(`file://${bare}`)
    const [, main] = await board.load()
    // A hook that waits stands for a remote that never answers.
    const marker = join(bare, 'is-pushing')
    const script = `#!/bin/sh\ntouch ${marker}\nsleep 600\n`
    writeFileSync(join(bare, 'hooks/pre-receive'), script, { mode: 0o755 })
    const move = board.call('PATCH', '/v1/cards/5', { statusId: main?.statusId })
    await until(() => existsSync(marker))
    board.stop()
    const response = await move
    expect([response.status, (await response.json()).code]).toEqual([503, 'repository_unreachable'])
    await board.close()
    expect(execFileSync('git', ['-C', bare, 'rev-parse', 'main']).toString().trim()).toBe(
      origin.head('main'),
    )
  })

  test('is no reason for a start, a load, or a stop to wait', async () => {
    const { path: bare } = createBareCopy(createRepository(['staging']))
    const board = await openRepositoryBoard(`file://${bare}`)
    await board.close()
    hang(bare)
    const again = await openRepositoryBoard(`file://${bare}`, {}, board)
    const { columns } = await (await again.call('GET', '/v1/board')).json()
    expect(columns.map(({ name }: { name: string }) => name)).toEqual(['Work', 'Main', 'Staging'])
    await again.close()
  })

  async function openSilentAndOther(choices = {}) {
    const [silent, other] = [createRepository(['staging']), createRepository(['staging'])]
    silent.commit('card/5', { 'five.txt': '5' })
    other.commit('card/5', { 'five.txt': '5' })
    const { path: bare } = createBareCopy(silent)
    const board = await openRepositoryBoard([`file://${bare}`, other.path], choices)
    const statusIds = new Map<string, string | undefined>()
    for (const id of board.boardIds) statusIds.set(id, (await board.load(id))[1]?.statusId)
    const move = async (id = '') =>
      board.call('PATCH', '/v1/cards/5', { statusId: statusIds.get(id) }, id)
    hang(bare)
    return { board, move }
  }

  test('ends a move with its deadline, and the one that waits behind it', async () => {
    const { board, move } = await openSilentAndOther({ moveDeadlineMs: 500 })
    const [silentId] = board.boardIds
    const answers = await Promise.all([move(silentId), move(silentId)])
    expect(answers.map(({ status }) => status)).toEqual([503, 503])
    await board.close()
  })

  test('is no reason for a move of another board to wait', async () => {
    const { board, move } = await openSilentAndOther()
    const [silentId, otherId] = board.boardIds
    let hasEnded = false
    const silent = move(silentId).finally(() => {
      hasEnded = true
    })
    expect((await move(otherId)).status).toBe(200)
    expect(hasEnded).toBe(false)
    board.stop()
    expect((await silent).status).toBe(503)
    await board.close()
  })
})

/** git opens this file first, and waits for ever. */
function hang(bare: string): void {
  rmSync(join(bare, 'HEAD'))
  execFileSync('mkfifo', [join(bare, 'HEAD')])
}
