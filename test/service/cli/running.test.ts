import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { createDataDirectory, runToExit, startBoard } from '#test/support/start-board.ts'

/** More than the 511 connections that Node asks for by itself. */
const PAGES = 1_000

/** Connections that a program can have held until it accepts them; 0 where that isn't known. */
function heldBySystem(): number {
  const setting = '/proc/sys/net/core/somaxconn'
  return existsSync(setting) ? Number(readFileSync(setting, 'utf8')) : 0
}

/** Connections to a port of this machine. */
function establishedOn(port: number): number {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n')
  return rows
    .map((row) => row.trim().split(/ +/))
    .filter((row) => row[1] === local && row[3] === '01').length
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

describe('npm start', () => {
  test('ends with its store closed when npm gets SIGTERM', async () => {
    const data = createDataDirectory()
    const child = spawn('npm', ['start', '--silent', '--', '--port', '0', '--data', data], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    await expect.poll(() => output).toContain('Board ready at')
    const url = /Board ready at (\S+)/.exec(output)?.[1] ?? ''
    expect((await fetch(`${url}healthz`)).status).toBe(200)
    child.kill('SIGTERM')
    const isGone = () =>
      fetch(`${url}healthz`).then(
        () => false,
        () => true,
      )
    await expect.poll(isGone).toBe(true)
    // The lock of the directory is free.
    await expect
      .poll(async () => (await runToExit(['list', '--data', data], {}, 'board')).code)
      .toBe(0)
    const again = await startBoard([], data)
    await again.stop()
  }, 60_000)

  test('finishes a write that has begun before it ends', async () => {
    const board = await startBoard()
    const body = '{"name":"last"}'
    const socket = connect(Number(new URL(board.url).port), '127.0.0.1')
    let response = ''
    socket.on('data', (chunk) => {
      response += chunk
    })
    const head = [
      'POST /v1/labels HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${board.keys.member}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`)
    // The server has read the beginning when it answers a later request.
    await fetch(`${board.url}healthz`)
    const stopping = board.stop()
    socket.write(body.slice(5))
    const code = await stopping
    expect([response.slice(0, 12), code]).toEqual(['HTTP/1.1 201', 0])
  })

  test('answers the loads that wait, and doesn’t wait for their connections, before it ends', async () => {
    const board = await startBoard()
    const headers = { Authorization: `Bearer ${board.keys.viewer}` }
    const loaded = await fetch(`${board.url}v1/board`, { headers })
    const etag = loaded.headers.get('ETag') ?? ''
    await loaded.text()
    const waiting = fetch(`${board.url}v1/board`, {
      headers: { ...headers, 'If-None-Match': etag, Prefer: 'wait=25' },
    })
    // It waits when the server answers a later request.
    await fetch(`${board.url}v1/me`, { headers })
    const stopping = board.stop()
    expect((await waiting).status).toBe(304)
    // Connections that are still open are cut after four seconds.
    const limit = AbortSignal.timeout(3_000)
    const cut = new Promise((resolve) => limit.addEventListener('abort', () => resolve('cut')))
    expect(await Promise.race([stopping, cut])).toBe(0)
  })

  test.runIf(heldBySystem() >= PAGES)(
    'has all connections held until it accepts them when many pages come back at once',
    async () => {
      const board = await startBoard()
      const port = Number(new URL(board.url).port)
      process.kill(board.pid, 'SIGSTOP')
      onTestFinished(async () => {
        process.kill(board.pid, 'SIGCONT')
        for (const socket of sockets) socket.destroy()
        await board.stop()
      })
      const sockets = Array.from({ length: PAGES }, () =>
        connect(port, '127.0.0.1').on('error', () => undefined),
      )
      await expect.poll(() => establishedOn(port)).toBe(PAGES)
    },
  )

  test('prints the sign-in links once, later only when asked, and never of a retired secret', async () => {
    const data = createDataDirectory()
    const first = await startBoard([], data)
    expect(Object.keys(first.keys)).toHaveLength(4)
    await first.stop()
    const second = await startBoard([], data)
    expect(second.output()).toContain(messages.startup.demoKeysHidden)
    expect(second.output()).not.toContain('kbs_')
    await second.stop()
    const listed = await runToExit(['list', '--data', data], {}, 'credential')
    const client = /^(\S+) {2}Demo viewer/m.exec(listed.output)?.[1] ?? ''
    await runToExit(['revoke', '--client', client, '--data', data], {}, 'credential')
    const third = await startBoard(['--show-links'], data)
    expect(Object.keys(third.keys).sort()).toEqual(['everywhere', 'maintainer', 'member'])
    await third.stop()
  }, 60_000)

  test('behind a proxy with TLS knows its host name, and sends HSTS', async () => {
    const board = await startBoard(['--public-url', 'https://board.example', '--host', '127.0.0.1'])
    expect(board.output()).toContain('Board ready at https://board.example/')
    await board.stop()
  })

  test('warns when keys would be sent unencrypted to other machines', async () => {
    const open = await startBoard(['--host', '0.0.0.0'])
    await expect.poll(() => open.output()).toContain(messages.startup.unencrypted('0.0.0.0'))
    await open.stop()
    const proxied = await startBoard(['--host', '0.0.0.0', '--public-url', 'https://board.example'])
    expect(proxied.output()).not.toContain('Warning')
    await proxied.stop()
  })

  test('writes one JSON line for each request, and no key', async () => {
    const board = await startBoard(['--log-level', 'info'])
    await fetch(`${board.url}v1/me`, { headers: { Authorization: `Bearer ${board.keys.member}` } })
    await expect.poll(() => board.output()).toContain('"path":"/v1/me"')
    const lines = board
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      msg: 'request',
      status: 200,
    })
    expect(lines.join()).not.toContain('kbs_')
    await board.stop()
  })
})

test('a team gets its own board with three keys from an empty directory, by command', async () => {
  const data = createDataDirectory()
  const at = ['--data', data]
  const board = async (...args: string[]) => runToExit([...args, ...at], {}, 'board')
  const credential = async (...args: string[]) => runToExit([...args, ...at], {}, 'credential')
  const columns = 'Queued:member,Review:member,Released:maintainer'
  const created = await board('create', '--name', 'Web', '--columns', columns)
  expect(created).toEqual({ code: 0, output: 'Created board 1 with projects 1\n' })
  const added = await board('add-card', '--board', '1', '--title', 'Fix the login')
  expect(added).toEqual({ code: 0, output: 'Added #1\n' })
  const secrets: string[] = []
  for (const role of ['viewer', 'member', 'maintainer']) {
    const { output } = await credential('create', '--name', role, '--board', `1:${role}`)
    secrets.push(/kbs_\w+/.exec(output)?.[0] ?? '')
  }
  const running = await startBoard([], data)
  expect(running.output()).not.toContain('#key=')
  const call = (key: string | undefined, path: string, init: RequestInit = {}) =>
    fetch(running.url + path, {
      ...init,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    })
  const { columns: loaded } = await (await call(secrets[0], 'v1/board')).json()
  expect(loaded.map((column: { name: string }) => column.name)).toEqual([
    'Queued',
    'Review',
    'Released',
  ])
  const move = { method: 'PATCH', body: JSON.stringify({ statusId: loaded[1].statusId }) }
  expect((await call(secrets[0], 'v1/cards/1', move)).status).toBe(403)
  expect((await call(secrets[1], 'v1/cards/1', move)).status).toBe(200)
  // Commands work while the service runs.
  const renamed = await board(
    'edit-card',
    '--board',
    '1',
    '--card',
    '1',
    '--title',
    'Mend the login',
  )
  expect(renamed.code).toBe(0)
  expect(JSON.stringify(await (await call(secrets[0], 'v1/board')).json())).toContain(
    'Mend the login',
  )
  const listed = await credential('list')
  const client = /^(\S+) {2}member/m.exec(listed.output)?.[1] ?? ''
  expect(await credential('revoke', '--client', client)).toMatchObject({ code: 0 })
  expect((await call(secrets[1], 'v1/me')).status).toBe(401)
  await running.stop()
}, 90_000)

describe('a mistake in a command', () => {
  const data = createDataDirectory()
  test.each([
    [['frobnicate'], 'board', 'Missing command'],
    [['create', '--name', 'x'], 'board', messages.usage.missingOption('--columns')],
    [
      ['create', '--name', 'x', '--columns', 'A:boss'],
      'board',
      messages.board.columnsFormat('A:boss'),
    ],
    [['create', '--name', 'x', '--columns', 'A,a'], 'board', messages.board.namesTwice(['a'])],
    [['import', 'nothing.json'], 'board', messages.board.fileMissing('nothing.json')],
    [['list', '--unknown'], 'board', '--unknown'],
    [
      ['add-card', '--board', '0xc', '--title', 'x'],
      'board',
      messages.board.notNumber('--board', '0xc'),
    ],
    [['add-card', '--board', '1', '--title', 'x'], 'board', messages.credential.noStoreIn(data)],
    [
      ['remove-card', '--board', '1', '--card', '2', '--title', 'x'],
      'board',
      messages.usage.notOfCommand('remove-card', '--title'),
    ],
    [['list', 'everything'], 'board', messages.usage.unknownArguments(['everything'])],
    [['backup'], 'board', messages.usage.missingFile],
    [['import', 'x.csv', '--replace'], 'board', messages.usage.needsOption('--replace', '--board')],
    [['create', '--name', 'a\u001b[31m', '--board', '1:member'], 'credential', '--name: '],
    [
      ['rotate'],
      'credential',
      messages.usage.missingOption('--client', 'Run list to see the ids.'),
    ],
    [
      ['edit', '--client', 'c', '--read-only', '--read-write'],
      'credential',
      messages.usage.notTogether('--read-only', '--read-write'),
    ],
    [['list', '--by', 'client-x'], 'credential', messages.usage.notOfCommand('list', '--by')],
  ] as const)('ends with code 2 and a sentence: %j', async (args, program, message) => {
    const { code, output } = await runToExit([...args, '--data', data], {}, program)
    expect([code, output]).toEqual([2, expect.stringContaining(message)])
  })
})

test('a command that fails inside its transaction says why, and leaves the store usable', async () => {
  const data = createDataDirectory()
  const at = ['--data', data]
  await runToExit(['create', '--name', 'Web', '--columns', 'A:member', ...at], {}, 'board')
  const failures: [string[], string][] = [
    [['add-card', '--board', '1', '--title', 'x', '--column', 'Nope'], 'column "Nope"'],
    [
      ['edit-card', '--board', '1', '--card', '99', '--title', 'x'],
      messages.board.cardUnknown(1, 99),
    ],
    [['project', '--board', '1', '--project', 'web'], messages.board.projectExists('web')],
    [['export', '--board', '9'], messages.board.unknown(9, [1])],
  ]
  for (const [args, message] of failures) {
    const { code, output } = await runToExit([...args, ...at], {}, 'board')
    expect([code, output]).toEqual([2, expect.stringContaining(message)])
  }
  const added = await runToExit(['add-card', '--board', '1', '--title', 'x', ...at], {}, 'board')
  expect(added).toEqual({ code: 0, output: 'Added #1\n' })
}, 60_000)

test.each([
  ['an empty file', ''],
  ['a text', 'no database'.repeat(1_000)],
])('%s is not restored, and the directory stays empty', async (_, content) => {
  const [file, data] = [`${createDataDirectory()}/backup.db`, `${createDataDirectory()}/new`]
  writeFileSync(file, content)
  const { code, output } = await runToExit(['restore', file, '--data', data], {}, 'board')
  expect([code, output]).toEqual([2, expect.stringContaining('isn’t a whole backup')])
  expect(existsSync(data)).toBe(false)
})

test('a backup is restored into an empty directory, and with other versions', async () => {
  const [data, restored] = [createDataDirectory(), `${createDataDirectory()}/new`]
  const backup = `${createDataDirectory()}/backup.db`
  const first = await startBoard([], data)
  const load = (url: string) =>
    fetch(`${url}v1/board`, { headers: { Authorization: `Bearer ${first.keys.viewer}` } })
  const before = await load(first.url)
  expect((await runToExit(['backup', backup, '--data', data], {}, 'board')).code).toBe(0)
  expect((await runToExit(['restore', backup, '--data', data], {}, 'board')).output).toContain(
    messages.board.directoryNotEmpty(data),
  )
  await first.stop()
  expect((await runToExit(['restore', backup, '--data', restored], {}, 'board')).code).toBe(0)
  const second = await startBoard([], restored)
  const after = await load(second.url)
  expect(await after.json()).toEqual(await before.json())
  expect(after.headers.get('ETag')).not.toBe(before.headers.get('ETag'))
  await second.stop()
}, 60_000)
