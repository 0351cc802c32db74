import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { BLOCKED } from '#messages/common-messages.ts'
import { ATTENTION } from '#messages/evidence-messages.ts'
import { moved, notMoved } from '#messages/move-messages.ts'
import { messages } from '#service/messages/messages.ts'
import {
  announced,
  cardOf,
  columnOf,
  openBrowser,
  openPage,
  signIn,
} from '#test/support/browser.ts'
import { COLUMNS } from '#test/support/checked-repository.ts'
import { FAKE_PROJECT, FAKE_TOKEN, fakePull, startForge } from '#test/support/forges/fake-forge.ts'
import { HOOK_SECRET, signedHook } from '#test/support/forges/forge-board.ts'
import { cloneRepository, createBareCopy, createRepository } from '#test/support/git-repository.ts'
import { serveGit } from '#test/support/git-server.ts'
import { startBoard } from '#test/support/start-board.ts'

const run = promisify(execFile)

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const PASSWORDS = { board: 'board-password', ada: 'ada-password' }

/** A remote with a protected branch, which only the account of the board may change. */
async function createRemote() {
  const origin = createRepository(['staging'])
  const checks = { forge: true }
  origin.commit('main', { '.board.json': JSON.stringify({ columns: COLUMNS, checks }) })
  const bare = createBareCopy(origin)
  const protect = `while read old new ref; do
  [ "$ref" = refs/heads/main ] && [ "$REMOTE_USER" != board ] && echo "main is protected" && exit 1
done
exit 0`
  writeFileSync(join(bare.path, 'hooks/pre-receive'), `#!/bin/sh\n${protect}\n`, { mode: 0o755 })
  const url = await serveGit(bare, { passwords: PASSWORDS })
  return { bare, url }
}

/** A home directory in which git finds the password of the board's account. */
function createHome(url: string): string {
  const home = mkdtempSync(join(tmpdir(), 'home-'))
  const file = join(home, 'credentials')
  writeFileSync(file, `${url.replace('://', `://board:${PASSWORDS.board}@`)}\n`)
  writeFileSync(join(home, '.gitconfig'), `[credential]\n  helper = store --file ${file}\n`)
  return home
}

test('a pushed branch is checked on the forge, refused while it is red, and promoted when it is green', async () => {
  const { bare, url } = await createRemote()
  const forge = await startForge('github')
  const options = ['--repo', url, '--forge', 'github', '--forge-url', forge.url.href]
  const board = await startBoard([...options, '--forge-project', FAKE_PROJECT], undefined, {
    HOME: createHome(url),
    FORGE_TOKEN: FAKE_TOKEN,
    FORGE_WEBHOOK_SECRET: HOOK_SECRET,
  })
  onTestFinished(async () => {
    await board.stop()
  })
  /** As the forge does after each event. */
  const sendHook = async (sha: string) => {
    const { headers, body } = signedHook('github', JSON.stringify({ sha }))
    const hook = { method: 'POST', headers, body: Buffer.from(body) }
    expect((await fetch(`${board.url}hooks/forge`, hook)).status).toBe(202)
  }
  const { page } = await openPage(browser)
  await signIn(page, board.url, board.keys.owner)
  await columnOf(page, 'Main').waitFor()

  // Ada pushes a branch, and opens a pull request. She may not push main.
  const ada = cloneRepository(bare.path)
  ada.git('remote', 'set-url', 'origin', url.replace('://', `://ada:${PASSWORDS.ada}@`))
  const head = ada.commit('card/7', { 'seven.txt': '7' })
  // The server is in this process.
  const push = (ref: string) => run('git', ['push', 'origin', ref], { cwd: ada.path })
  await push('card/7')
  await expect(push('card/7:main')).rejects.toThrow('main is protected')
  forge.pulls = [fakePull({ branch: 'card/7', head, title: 'Rotate the tokens' })]
  forge.results.set(head, [{ name: 'build', state: 'pending' }])
  await sendHook(head)
  const card = cardOf(page, 7)
  await card.getByText('Rotate the tokens').waitFor()
  await card.getByText('PR 128').waitFor()
  await card.getByText(ATTENTION.running).waitFor()

  const name = '#7 Rotate the tokens'
  const promote = async () => {
    await card.focus()
    await page.keyboard.press(']')
  }
  await promote()
  await announced(page, notMoved(name, messages.repository.checksPending(['build'])))
  expect(await card.getByText(BLOCKED, { exact: true }).count()).toBe(0)

  forge.results.set(head, [{ name: 'build', state: 'failure', detail: '3 tests failed' }])
  await sendHook(head)
  await card.getByText(ATTENTION.red).waitFor()
  await promote()
  const reason = messages.repository.checkRed('build', '3 tests failed')
  await announced(page, notMoved(name, reason))
  await card.getByText(reason).waitFor()

  // Somebody starts the check again. The refusal goes by itself.
  forge.results.set(head, [{ name: 'build', state: 'success' }])
  await sendHook(head)
  await card.getByText('No longer blocked').waitFor()
  await promote()
  await announced(page, moved(name, 'Work', 'Main'))
  expect(bare.git('log', '-1', '--format=%s', 'main')).toBe('Merge card/7 into main (card 7)')
  expect(board.output()).not.toContain(FAKE_TOKEN)
})
