import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import {
  cloneRepository,
  createBareCopy,
  createRepository,
  type GitRepository,
} from '#test/support/git-repository.ts'
import { serveGit } from '#test/support/git-server.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'

const text = messages.repository
/** A bare remote with one card, and its URL. */
async function createRemote(isLost?: (path: string) => boolean) {
  const origin = createRepository(['staging'])
  origin.commit('card/5', { 'five.txt': '5' })
  const bare = createBareCopy(origin)
  return { bare, url: await serveGit(bare, { isLost }) }
}

function declineUpdates(bare: GitRepository, sentence: string, first = 'true'): void {
  const hook = join(bare.path, 'hooks/update')
  writeFileSync(
    hook,
    `#!/bin/sh\n${first}\ncase $1 in refs/heads/staging) echo "${sentence}"; exit 1;; esac\n`,
  )
  chmodSync(hook, 0o755)
}

describe('a remote repository', () => {
  test('is cloned, and gets the promotions', async () => {
    const { bare, url } = await createRemote()
    const board = await openRepositoryBoard(url)
    expect(await board.card(5)).toMatchObject({ column: 'Work', title: 'Change card/5' })
    expect((await board.move(5, 'Staging')).status).toBe(200)
    const head = bare.head('card/5')
    expect([bare.isAncestor(head, 'main'), bare.isAncestor(head, 'staging')]).toEqual([true, true])
    expect((await board.card(5))?.column).toBe('Staging')
    await board.close()
  })

  test('moves the cards by what is pushed from elsewhere', async () => {
    const { bare, url } = await createRemote()
    const board = await openRepositoryBoard(url)
    const colleague = cloneRepository(bare.path)
    colleague.git('checkout', '--quiet', 'main')
    colleague.git('merge', '--quiet', '--no-ff', '-m', 'By hand', 'origin/card/5')
    colleague.git('push', '--quiet', 'origin', 'main')
    expect((await board.card(5))?.column).toBe('Main')
    await board.close()
  })

  test('that declines one branch keeps all of them, and the card shows what it said', async () => {
    const { bare, url } = await createRemote()
    declineUpdates(bare, 'staging is protected')
    const board = await openRepositoryBoard(url)
    const before = [bare.head('main'), bare.head('staging')]
    const { status, body } = await board.move(5, 'Staging')
    expect([status, body.refusal, body.reason]).toEqual([
      409,
      'remote_refused',
      text.remoteRefused('staging is protected'),
    ])
    expect([bare.head('main'), bare.head('staging')]).toEqual(before)
    expect(await board.card(5)).toMatchObject({ column: 'Work', blocked: body.reason })
    await board.close()
  })

  test('that answers with a line of 60,000 spaces holds up nothing', async () => {
    const { bare, url } = await createRemote()
    const hook = join(bare.path, 'hooks/pre-receive')
    writeFileSync(hook, `#!/bin/sh\nprintf 'a%60000sb\\n' ''\nexit 1\n`)
    chmodSync(hook, 0o755)
    const board = await openRepositoryBoard(url)
    let longest = 0
    let last = performance.now()
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 10)
    expect((await board.move(5, 'Main')).body.refusal).toBe('remote_refused')
    clearInterval(timer)
    // An expression that goes back for each space took 15 seconds.
    expect(longest).toBeLessThan(5_000)
    await board.close()
  })

  test('that was pushed to in between gets the promotion on top', async () => {
    const { bare, url } = await createRemote()
    const board = await openRepositoryBoard(url)
    const colleague = cloneRepository(bare.path)
    const pushed = colleague.commit('main', { 'pushed.txt': '1' }, { from: 'origin/main' })
    await board.load()
    colleague.git('push', '--quiet', 'origin', 'main')
    const target = (await board.call('GET', '/v1/board')).json()
    const main = (await target).columns.find(({ name }: { name: string }) => name === 'Main')
    const response = await board.call('PATCH', '/v1/cards/5', { statusId: main.statusId })
    expect(response.status).toBe(200)
    expect([bare.isAncestor(pushed, 'main'), bare.isAncestor(bare.head('card/5'), 'main')]).toEqual(
      [true, true],
    )
    await board.close()
  })

  test('that can’t be reached changes nothing, and the board stays', async () => {
    const { bare, url } = await createRemote()
    const board = await openRepositoryBoard(url)
    const [column] = (await board.load()).filter(({ name }) => name === 'Main')
    renameSync(bare.path, `${bare.path}-gone`)
    const response = await board.call('PATCH', '/v1/cards/5', { statusId: column?.statusId })
    expect([response.status, (await response.json()).code]).toEqual([503, 'repository_unreachable'])
    expect(await board.card(5)).toMatchObject({ column: 'Work', blocked: undefined })
    expect(board.problems()).toEqual([expect.stringContaining('the remote can’t be reached')])
    await expect(board.checkReady()).rejects.toThrow('the remote can’t be reached')
    renameSync(`${bare.path}-gone`, bare.path)
    expect((await board.move(5, 'Main')).status).toBe(200)
    expect(board.problems()).toEqual([])
    await board.checkReady()
    await board.close()
  })

  test('that accepts a promotion while the connection ends has promoted the card', async () => {
    let lost = 0
    const { bare, url } = await createRemote((path) => {
      const isPush = path === '/git-receive-pack'
      if (isPush) lost += 1
      return isPush
    })
    const board = await openRepositoryBoard(url)
    expect((await board.move(5, 'Staging')).status).toBe(200)
    expect(lost).toBeGreaterThan(0)
    expect(bare.isAncestor(bare.head('card/5'), 'staging')).toBe(true)
    expect(await board.card(5)).toMatchObject({ column: 'Staging', blocked: undefined })
    await board.close()
  })

  test('that declines while the own clone is locked keeps the plan until the next sync or move', async () => {
    const { bare, url } = await createRemote()
    const board = await openRepositoryBoard(url)
    const clones = join(board.data, 'repositories')
    const lock = 'refs/heads/main.lock'
    declineUpdates(
      bare,
      'not now',
      `for clone in ${clones}/*; do echo other > "$clone/${lock}"; done`,
    )
    const { status, body } = await board.move(5, 'Staging')
    expect([status, body.code]).toEqual([503, 'repository_unfinished'])
    expect((await board.move(5, 'Staging')).body.code).toBe('repository_unfinished')
    expect(await board.card(5)).toMatchObject({ column: 'Work', blocked: undefined })
    for (const name of readdirSync(clones)) rmSync(join(clones, name, lock), { force: true })
    rmSync(join(bare.path, 'hooks/update'))
    expect(await board.card(5)).toMatchObject({ column: 'Work', blocked: undefined })
    expect(board.problems()).toEqual([])
    expect((await board.move(5, 'Staging')).status).toBe(200)
    expect(bare.isAncestor(bare.head('card/5'), 'staging')).toBe(true)
    await board.close()
  })

  test('is cloned whole or not at all', async () => {
    const server = createTcpServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.git`
    await expect(openRepositoryBoard(url)).rejects.toThrow(text.cloneFailed(url, '').slice(0, 20))
    server.close()
  })
})

test.each([
  ['https://ada:secret@host.test/x.git', 'urlInvalid'],
  ['ext::sh -c touch% /tmp/pwned', 'urlInvalid'],
  ['--upload-pack=touch /tmp/pwned', 'directoryMissing'],
] as const)('%s is no repository', async (source, message) => {
  const said = text[message]
  const expected = typeof said === 'string' ? said : said(source)
  await expect(openRepositoryBoard(source)).rejects.toThrow(expected)
})

test('a directory inside a repository is none', async () => {
  const { path } = createRepository()
  const inside = mkdtempSync(join(path, 'inside-'))
  await expect(openRepositoryBoard(inside)).rejects.toThrow(text.notRepository(inside))
  const plain = mkdtempSync(join(tmpdir(), 'plain-'))
  await expect(openRepositoryBoard(plain)).rejects.toThrow(text.notRepository(plain))
})
