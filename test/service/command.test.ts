import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBoard } from '#contract/board.ts'
import { freshDirectory, type RunningBoard, runCommand, startBoard } from '#test/support/start-board.ts'

async function finish(
  args: readonly string[],
  env: Record<string, string> = {},
  program = 'main.ts',
): Promise<{ code: number; output: string }> {
  const child = runCommand(args, env, program)
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'exit')
  return { code, output }
}

async function columnOf(board: RunningBoard, number: number): Promise<string | undefined> {
  const answer = await fetch(`${board.url}v1/board`, { headers: { Authorization: `Bearer ${board.keys.viewer}` } })
  return readBoard(await answer.json())?.columns.find((column) => column.cards.some((card) => card.number === number))
    ?.name
}

describe('npm start', () => {
  test('what was acknowledged is there after kill -9 and a new start', async () => {
    const data = freshDirectory()
    const first = await startBoard([], data)
    const headers = { Authorization: `Bearer ${first.keys.maintainer}`, 'Content-Type': 'application/json' }
    const moved = await fetch(`${first.url}v1/cards/101`, { method: 'PATCH', headers, body: '{"statusId":"1202"}' })
    expect(moved.status).toBe(200)
    await first.stop('SIGKILL')
    const second = await startBoard([], data)
    expect(second.keys).toEqual(first.keys)
    expect(await columnOf(second, 101)).toBe('Building')
    await second.stop()
  })

  test('every write that was acknowledged before a kill in the middle of many is there', async () => {
    const data = freshDirectory()
    const first = await startBoard([], data)
    const headers = { Authorization: `Bearer ${first.keys.maintainer}`, 'Content-Type': 'application/json' }
    const acknowledged: string[] = []
    let sent = 0
    const writer = async () => {
      while (sent < 100) {
        sent += 1
        const name = `kill ${sent}`
        const answer = await fetch(`${first.url}v1/labels`, { method: 'POST', headers, body: JSON.stringify({ name }) })
        if (answer.status === 201) acknowledged.push(name)
        if (acknowledged.length === 30) void first.stop('SIGKILL')
      }
    }
    await Promise.allSettled([writer(), writer(), writer()])
    const second = await startBoard([], data)
    const answer = await fetch(`${second.url}v1/labels`, { headers: { Authorization: headers.Authorization } })
    const names = new Set((await answer.json()).map((label: { name: string }) => label.name))
    expect(acknowledged.length).toBeGreaterThanOrEqual(30)
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([])
    await second.stop()
  })

  test('a port in use, a directory in use and bad usage end with 2 and say what to do', async () => {
    const data = freshDirectory()
    const board = await startBoard([], data)
    const port = new URL(board.url).port
    const samePort = await finish(['--port', port, '--data', freshDirectory()])
    expect(samePort).toEqual({ code: 2, output: expect.stringContaining(`Port ${port} is in use`) })
    const sameData = await finish(['--port', '0', '--data', data])
    expect(sameData).toEqual({ code: 2, output: expect.stringContaining('use another --data directory') })
    const otherDemo = await finish(['--port', '0', '--data', freshDirectory(), '--port', 'x'])
    expect(otherDemo).toEqual({ code: 2, output: expect.stringContaining('--help') })
    expect(await board.stop()).toBe(0)
    const cards = await finish(['--port', '0', '--data', data, '--demo-cards', '5'])
    expect(cards).toEqual({ code: 2, output: expect.stringContaining('already holds a board') })
  })

  test('--help prints the options', async () => {
    const { code, output } = await finish(['--help'])
    expect(code).toBe(0)
    expect(output).toContain('--service URL')
  })
})

describe('npm run credential', () => {
  const credential = (args: readonly string[]) => finish(args, {}, 'credential-command.ts')

  test('makes a key that opens its board, and lists it', async () => {
    const data = freshDirectory()
    const board = await startBoard([], data)
    const made = await credential(['create', '--name', 'CI', '--board', '12:member', '--data', data])
    const secret = /^kbs_\w+$/m.exec(made.output)?.[0]
    const answer = await fetch(`${board.url}v1/me`, { headers: { Authorization: `Bearer ${secret}` } })
    expect(await answer.json()).toMatchObject({ name: 'CI', boards: [{ workspaceId: '12', role: 'member' }] })
    const listed = await credential(['list', '--data', data])
    expect(listed.output).toContain('CI  [read write]  board 12: member')
    expect(listed.output).not.toContain(secret)
    const faults: [string[], string][] = [
      [['create', '--name', 'X', '--board', '12:member', '--board', '12:viewer'], '--board 12 is there twice'],
      [['create', '--name', 'X', '--board', '12:member:extra'], 'write it as ID:ROLE'],
      [['create', '--name', 'X', '--board', '77:member'], 'there is no board 77'],
      [['create', '--name', 'X', '--board', '12:boss'], '"boss" is no role'],
    ]
    for (const [args, words] of faults) {
      expect(await credential([...args, '--data', data])).toEqual({ code: 2, output: expect.stringContaining(words) })
    }
    await board.stop()
  })

  test('rotates a secret: both are good until the older one is retired', async () => {
    const data = freshDirectory()
    const board = await startBoard([], data)
    const secretIn = ({ output }: { output: string }) => /^kbs_\w+$/m.exec(output)?.[0] ?? ''
    const made = await credential(['create', '--name', 'CI', '--board', '12:member', '--data', data])
    const client = /client-\w+/.exec(made.output)?.[0] ?? ''
    const first = secretIn(made)
    const second = secretIn(await credential(['rotate', '--client', client, '--data', data]))
    const status = async (secret: string) =>
      (await fetch(`${board.url}v1/me`, { headers: { Authorization: `Bearer ${secret}` } })).status
    expect([await status(first), await status(second)]).toEqual([200, 200])
    const third = await credential(['rotate', '--client', client, '--data', data])
    expect(third).toEqual({ code: 2, output: expect.stringContaining('has two secrets already') })
    await credential(['retire', '--client', client, '--data', data])
    expect([await status(first), await status(second)]).toEqual([401, 200])
    const again = await credential(['retire', '--client', client, '--data', data])
    expect(again).toEqual({ code: 0, output: expect.stringContaining('one secret only') })
    const unknown = await credential(['rotate', '--client', 'client-x', '--data', data])
    expect(unknown).toEqual({ code: 2, output: expect.stringContaining('There is no credential client-x') })
    await board.stop()
  })

  test('without a board says so, and makes nothing; --help helps', async () => {
    const data = `${freshDirectory()}/typo`
    const missing = await credential(['list', '--data', data])
    expect(missing).toEqual({ code: 2, output: expect.stringContaining(`There is no board in ${data}`) })
    expect(existsSync(data)).toBe(false)
    expect(await credential(['--help'])).toEqual({ code: 0, output: expect.stringContaining('create --name NAME') })
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
    expect(board.output().match(/^Board ready at http:\/\/127\.0\.0\.1:\d+\/$/gm)).toHaveLength(1)
    expect(Object.keys(board.keys)).toEqual(['viewer', 'member', 'maintainer', 'everywhere'])
  })

  test.each(['', 'v1/me', 'v1/nothing', 'healthz', 'assets/nothing.js', 'favicon.svg', 'some/page'])(
    'sends its security headers on /%s',
    async (path) => {
      const answer = await fetch(board.url + path)
      expect(answer.headers.get('Content-Security-Policy')).toContain(
        "script-src 'self'; style-src 'self'; style-src-attr 'none'",
      )
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(answer.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
      if (path.startsWith('v1')) expect(answer.headers.get('Cache-Control')).toBe('no-store')
      await answer.body?.cancel()
    },
  )

  test('serves the page for links into the app, and never for assets or the interface', async () => {
    const page = await (await fetch(board.url)).text()
    expect(page).toContain('<div id="root">')
    expect(await (await fetch(`${board.url}some/page?w=12`)).text()).toBe(page)
    expect((await fetch(`${board.url}assets/nothing.js`)).status).toBe(404)
    expect((await fetch(`${board.url}assets/nothing`)).status).toBe(404)
    expect((await fetch(`${board.url}v1/nothing`)).headers.get('Content-Type')).toContain('json')
    expect((await fetch(`${board.url}.built-from`)).status).toBe(404)
    expect((await fetch(`${board.url}..%2fpackage.json`)).status).toBe(404)
  })

  test('sends assets compressed and forever', async () => {
    const page = await (await fetch(board.url)).text()
    const script = /src="\/(assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
    const answer = await fetch(board.url + script, { headers: { 'Accept-Encoding': 'br' } })
    expect(answer.headers.get('Content-Encoding')).toBe('br')
    expect(answer.headers.get('Cache-Control')).toContain('immutable')
    await answer.body?.cancel()
  })

  test('answers only to its own names', async () => {
    const { request } = await import('node:http')
    const status = await new Promise((resolve) => {
      request(`${board.url}v1/me`, { headers: { Host: 'evil.example' } }, (answer) => resolve(answer.statusCode)).end()
    })
    expect(status).toBe(421)
  })

  test('is healthy', async () => expect(await (await fetch(`${board.url}healthz`)).json()).toEqual({ status: 'ok' }))
})
