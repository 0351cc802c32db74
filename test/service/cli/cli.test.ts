import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBoard } from '#contract/readers/read-board.ts'
import { messages } from '#service/messages/messages.ts'
import {
  createDataDirectory,
  type RunningBoard,
  runToExit,
  startBoard,
} from '#test/support/start-board.ts'

async function columnOf(board: RunningBoard, number: number): Promise<string | undefined> {
  const response = await fetch(`${board.url}v1/board`, {
    headers: { Authorization: `Bearer ${board.keys.viewer}` },
  })
  return readBoard(await response.json())?.columns.find((column) =>
    column.cards.some((card) => card.number === number),
  )?.name
}

test.each([
  ['start', 'npm start'],
  ['board', 'npm run board'],
  ['credential', 'npm run credential'],
])('npm run %s runs the sources, and the other tests run a bundle of them', (script, command) => {
  const args = ['run', '--silent', script, '--', '--help']
  const output = execFileSync('npm', args, { encoding: 'utf8' })
  expect(output).toContain(command)
})

describe('npm start', () => {
  test('keeps an acknowledged move when it is killed (SIGKILL) and started again', async () => {
    const data = createDataDirectory()
    const first = await startBoard([], data)
    const headers = {
      Authorization: `Bearer ${first.keys.maintainer}`,
      'Content-Type': 'application/json',
    }
    const moved = await fetch(`${first.url}v1/cards/101`, {
      method: 'PATCH',
      headers,
      body: '{"statusId":"1202"}',
    })
    expect(moved.status).toBe(200)
    await first.stop('SIGKILL')
    const second = await startBoard(['--show-links'], data)
    expect(second.keys).toEqual(first.keys)
    expect(await columnOf(second, 101)).toBe('Building')
    await second.stop()
  })

  test('keeps every acknowledged write when it is killed during concurrent writes', async () => {
    const data = createDataDirectory()
    const first = await startBoard([], data)
    const headers = {
      Authorization: `Bearer ${first.keys.maintainer}`,
      'Content-Type': 'application/json',
    }
    const acknowledged: string[] = []
    let sent = 0
    const writer = async () => {
      while (sent < 100) {
        sent += 1
        const name = `kill ${sent}`
        const response = await fetch(`${first.url}v1/labels`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ name }),
        })
        if (response.status === 201) acknowledged.push(name)
        if (acknowledged.length === 30) void first.stop('SIGKILL')
      }
    }
    await Promise.allSettled([writer(), writer(), writer()])
    const second = await startBoard([], data)
    const response = await fetch(`${second.url}v1/labels`, {
      headers: { Authorization: headers.Authorization },
    })
    const names = new Set((await response.json()).map((label: { name: string }) => label.name))
    expect(acknowledged.length).toBeGreaterThanOrEqual(30)
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([])
    await second.stop()
  })

  test('exits with code 2 and a hint when the port or the directory is in use, or the usage is wrong', async () => {
    const data = createDataDirectory()
    const board = await startBoard([], data)
    const port = new URL(board.url).port
    const samePort = await runToExit(['--port', port, '--data', createDataDirectory()])
    expect(samePort).toEqual({
      code: 2,
      output: expect.stringContaining(messages.usage.portInUse(Number(port))),
    })
    const sameData = await runToExit(['--port', '0', '--data', data])
    expect(sameData).toEqual({
      code: 2,
      output: expect.stringContaining(messages.usage.directoryInUse(data)),
    })
    const badUsage = await runToExit([
      '--port',
      '0',
      '--data',
      createDataDirectory(),
      '--port',
      'x',
    ])
    expect(badUsage).toEqual({ code: 2, output: expect.stringContaining(messages.usage.seeHelp) })
    expect(await board.stop()).toBe(0)
    const existingBoard = await runToExit(['--port', '0', '--data', data, '--demo-cards', '5'])
    expect(existingBoard).toEqual({
      code: 2,
      output: expect.stringContaining(messages.usage.demoCardsOnExistingBoard(data, 5)),
    })
  })

  test('prints the options when --help is set', async () => {
    const { code, output } = await runToExit(['--help'])
    expect(code).toBe(0)
    expect(output).toContain('--service URL')
  })
})

describe('npm run credential', () => {
  const credential = (args: readonly string[]) => runToExit(args, {}, 'credential')

  test('creates a key with access to its board, lists it without the secret, and exits with code 2 for invalid arguments', async () => {
    const data = createDataDirectory()
    const board = await startBoard([], data)
    const created = await credential([
      'create',
      '--name',
      'CI',
      '--board',
      '12:member',
      '--data',
      data,
    ])
    const secret = /^kbs_\w+$/m.exec(created.output)?.[0]
    const response = await fetch(`${board.url}v1/me`, {
      headers: { Authorization: `Bearer ${secret}` },
    })
    expect(await response.json()).toMatchObject({
      name: 'CI',
      boards: [{ workspaceId: '12', role: 'member' }],
    })
    const listed = await credential(['list', '--data', data])
    expect(listed.output).toContain('CI  [read write]  board 12: member')
    expect(listed.output).not.toContain(secret)
    const invalidArgs: [string[], string][] = [
      [
        ['create', '--name', 'X', '--board', '12:member', '--email', 'ada'],
        messages.credential.emailFormat('ada'),
      ],
      [
        ['create', '--name', 'X', '--board', '12:member', '--board', '12:viewer'],
        messages.credential.duplicateBoard(12),
      ],
      [
        ['create', '--name', 'X', '--board', '12:member:extra'],
        messages.credential.boardFormat('12:member:extra'),
      ],
      [
        ['create', '--name', 'X', '--board', '77:member'],
        messages.credential.unknownBoard('77:member', '77', [12, 13, 14]),
      ],
      [['create', '--name', 'X', '--board', '12:boss'], messages.credential.unknownRole('boss')],
    ]
    for (const [args, expectedText] of invalidArgs) {
      expect(await credential([...args, '--data', data])).toEqual({
        code: 2,
        output: expect.stringContaining(expectedText),
      })
    }
    await board.stop()
  })

  test('rotates a secret, and the service accepts both secrets until the older one is retired', async () => {
    const data = createDataDirectory()
    const board = await startBoard([], data)
    const secretFrom = ({ output }: { output: string }) => /^kbs_\w+$/m.exec(output)?.[0] ?? ''
    const created = await credential([
      'create',
      '--name',
      'CI',
      '--board',
      '12:member',
      '--data',
      data,
    ])
    const client = /client-\w+/.exec(created.output)?.[0] ?? ''
    const first = secretFrom(created)
    const second = secretFrom(await credential(['rotate', '--client', client, '--data', data]))
    const status = async (secret: string) =>
      (await fetch(`${board.url}v1/me`, { headers: { Authorization: `Bearer ${secret}` } })).status
    expect([await status(first), await status(second)]).toEqual([200, 200])
    const third = await credential(['rotate', '--client', client, '--data', data])
    expect(third).toEqual({
      code: 2,
      output: expect.stringContaining(messages.credential.twoSecrets(client)),
    })
    await credential(['retire', '--client', client, '--data', data])
    expect([await status(first), await status(second)]).toEqual([401, 200])
    const secondRetire = await credential(['retire', '--client', client, '--data', data])
    expect(secondRetire).toEqual({
      code: 0,
      output: expect.stringContaining(messages.credential.nothingRetired),
    })
    const unknown = await credential(['rotate', '--client', 'client-x', '--data', data])
    expect(unknown).toEqual({
      code: 2,
      output: expect.stringContaining(messages.credential.unknownClient('client-x')),
    })
    await board.stop()
  })

  test('exits with code 2 and creates nothing when there is no board, and prints the options when --help is set', async () => {
    const data = `${createDataDirectory()}/typo`
    const missing = await credential(['list', '--data', data])
    expect(missing).toEqual({
      code: 2,
      output: expect.stringContaining(messages.credential.noStoreIn(data)),
    })
    expect(existsSync(data)).toBe(false)
    expect(await credential(['--help'])).toEqual({
      code: 0,
      output: expect.stringContaining('create --name NAME'),
    })
  })
})

describe('the web server', () => {
  let board: RunningBoard
  beforeAll(async () => {
    board = await startBoard()
  })
  afterAll(async () => {
    await board.stop()
  })

  test('prints exactly one ready line', () => {
    const readyLine = messages.startup.ready('http://127\\.0\\.0\\.1:\\d+/')
    expect(board.output().match(new RegExp(`^${readyLine}$`, 'gm'))).toHaveLength(1)
    expect(Object.keys(board.keys)).toEqual(['maintainer', 'member', 'viewer', 'everywhere'])
  })

  test.each([
    '',
    'v1/me',
    'v1/nothing',
    'healthz',
    'assets/nothing.js',
    'favicon.svg',
    'some/page',
  ])('sends security headers on /%s', async (path) => {
    const response = await fetch(board.url + path)
    const policy = path.startsWith('v1')
      ? "default-src 'none'; frame-ancestors 'none'; sandbox"
      : "script-src 'self'; style-src 'self'; style-src-attr 'none'"
    expect(response.headers.get('Content-Security-Policy')).toContain(policy)
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    if (path.startsWith('v1')) expect(response.headers.get('Cache-Control')).toBe('no-store')
    await response.body?.cancel()
  })

  test('serves the page for URLs of the app, but not for assets or the API', async () => {
    const page = await (await fetch(board.url)).text()
    expect(page).toContain('<div id="root">')
    expect(await (await fetch(`${board.url}some/page?w=12`)).text()).toBe(page)
    expect((await fetch(`${board.url}assets/nothing.js`)).status).toBe(404)
    expect((await fetch(`${board.url}assets/nothing`)).status).toBe(404)
    expect((await fetch(`${board.url}v1/nothing`)).headers.get('Content-Type')).toContain('json')
    expect((await fetch(`${board.url}.built-from`)).status).toBe(404)
    expect((await fetch(`${board.url}..%2fpackage.json`)).status).toBe(404)
  })

  test('sends assets compressed and with an immutable Cache-Control', async () => {
    const page = await (await fetch(board.url)).text()
    const script = /src="\/(assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
    const response = await fetch(board.url + script, { headers: { 'Accept-Encoding': 'br' } })
    expect(response.headers.get('Content-Encoding')).toBe('br')
    expect(response.headers.get('Cache-Control')).toContain('immutable')
    await response.body?.cancel()
  })

  test('returns 421 when the Host header is unknown', async () => {
    const { request } = await import('node:http')
    const status = await new Promise((resolve) => {
      request(`${board.url}v1/me`, { headers: { Host: 'evil.example' } }, (response) =>
        resolve(response.statusCode),
      ).end()
    })
    expect(status).toBe(421)
  })

  test('returns the status "ok" on /healthz', async () =>
    expect(await (await fetch(`${board.url}healthz`)).json()).toEqual({ status: 'ok' }))
})
