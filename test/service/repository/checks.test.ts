import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { createChecked } from '#test/support/checked-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'
import { createDataDirectory } from '#test/support/start-board.ts'

const text = messages.repository

describe('checks in notes', () => {
  test('refuse the promotion when one is red, until the note changes', async () => {
    const { repository, note } = createChecked({ required: ['unit'] })
    const board = await openRepositoryBoard(repository.path)
    note('lint: success\nunit: failure 3 tests failed')
    const { status, body } = await board.move(7, 'Main')
    expect([status, body.refusal, body.reason]).toEqual([
      409,
      'checks_red',
      text.checkRed('unit', '3 tests failed'),
    ])
    expect(await board.blocked(7)).toBe(body.reason)
    note('other', repository.head('main'))
    expect(await board.blocked(7)).toBe(body.reason)
    note('unit: success')
    expect(await board.blocked(7)).toBeUndefined()
    expect((await board.move(7, 'Main')).status).toBe(200)
    await board.close()
  })

  test.each([
    ['without a note', undefined, ['unit']],
    ['with a required check missing', 'lint: success', ['unit']],
    ['with a check that runs', 'unit: success\nlint: pending', ['lint']],
  ])('are still running %s: the card isn’t blocked', async (_, lines, names) => {
    const { repository, note } = createChecked({ required: ['unit'] })
    if (lines) note(lines)
    const board = await openRepositoryBoard(repository.path)
    const { status, body } = await board.move(7, 'Main')
    expect([status, body.code, body.detail]).toEqual([
      409,
      'checks_running',
      text.checksPending(names),
    ])
    expect(await board.card(7)).toMatchObject({ column: 'Work', blocked: undefined })
    await board.close()
  })

  test('count only from trusted authors, when they are named', async () => {
    const checks = { required: ['unit'], trustedAuthors: ['ci@example.test'] }
    const { repository, note, head } = createChecked(checks)
    const board = await openRepositoryBoard(repository.path)
    note('unit: success, says somebody')
    expect((await board.move(7, 'Main')).body.code).toBe('checks_running')
    const args = ['notes', '--ref', 'checks', 'add', '-f', '-m', 'unit: success', head]
    repository.gitAs('ci@example.test', ...args)
    expect((await board.move(7, 'Main')).status).toBe(200)
    await board.close()
  })
})

describe('a check command', () => {
  const withCommand = (...command: string[]) => createChecked({ command, timeout: 2 })

  test('doesn’t run unless the operator allows it', async () => {
    const { repository } = withCommand('touch', 'ran')
    const board = await openRepositoryBoard(repository.path)
    const { status, body } = await board.move(7, 'Main')
    expect([status, body.code, body.detail]).toEqual([
      409,
      'check_command_not_allowed',
      text.commandNotAllowed('touch ran'),
    ])
    await board.close()
  })

  test('runs on the merge: 202 while it runs, then the card moves', async () => {
    const files = 'test -f seven.txt && test -f main.txt && ! test -d .git && sleep 0.5'
    const { repository } = withCommand('sh', '-c', files)
    repository.commit('main', { 'main.txt': '1' })
    const board = await openRepositoryBoard(repository.path, { allowCheckCommand: true })
    const before = repository.head('main')
    const { status, body } = await board.move(7, 'Main')
    expect([status, body.number]).toEqual([202, 7])
    expect(body.detail).toBe(text.commandRunning(`sh -c ${files}`))
    expect(repository.head('main')).toBe(before)
    expect((await board.move(7, 'Main')).body.code).toBe('checks_running')
    await expect.poll(async () => (await board.card(7))?.column).toBe('Main')
    await board.close()
  })

  test('runs once when two people ask at the same time', async () => {
    const { repository } = withCommand('sh', '-c', 'sleep 0.3')
    const board = await openRepositoryBoard(repository.path, { allowCheckCommand: true })
    const [column] = (await board.load()).filter(({ name }) => name === 'Main')
    const move = () => board.call('PATCH', '/v1/cards/7', { statusId: column?.statusId })
    const responses = await Promise.all([move(), move()])
    const codes = await Promise.all(responses.map(async (one) => (await one.json()).code))
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409])
    expect(codes).toContain('checks_running')
    await expect.poll(async () => (await board.card(7))?.column).toBe('Main')
    await board.close()
  })

  test('that fails blocks the card, and no branch has the merge', async () => {
    const { repository } = withCommand('sh', '-c', 'exit 3')
    const board = await openRepositoryBoard(repository.path, { allowCheckCommand: true })
    const before = repository.head('main')
    expect((await board.move(7, 'Main')).status).toBe(202)
    const blocked = async () => (await board.card(7))?.blocked
    await expect.poll(blocked).toBe(text.commandFailed('sh -c exit 3', 3))
    expect(repository.head('main')).toBe(before)
    await board.close()
  })

  test('whose program doesn’t exist blocks the card', async () => {
    const { repository } = withCommand('no-such-program')
    const board = await openRepositoryBoard(repository.path, { allowCheckCommand: true })
    await board.move(7, 'Main')
    const blocked = async () => (await board.card(7))?.blocked
    const reason = text.commandNotStarted('no-such-program')
    await expect.poll(blocked).toBe(reason)
    await board.close()
  })

  test('that ends when the stage is locked blocks the card with that reason', async () => {
    const { repository } = withCommand('true')
    const lock = join(repository.path, '.git/refs/heads/main.lock')
    writeFileSync(lock, '')
    const board = await openRepositoryBoard(repository.path, { allowCheckCommand: true })
    expect((await board.move(7, 'Main')).status).toBe(202)
    const blocked = async () => (await board.card(7))?.blocked
    await expect.poll(blocked).toBe(text.locked(lock))
    await board.close()
  })

  test('that takes too long ends with its children', async () => {
    const marker = `${Math.random()}`.slice(2)
    const { repository } = withCommand('sh', '-c', `sleep 30.${marker} & wait`)
    const board = await openRepositoryBoard(repository.path, { allowCheckCommand: true })
    await board.move(7, 'Main')
    const blocked = async () => (await board.card(7))?.blocked
    await expect.poll(blocked).toContain('took longer than 2 s')
    const running = execFileSync('ps', ['-eo', 'args']).toString().includes(`sleep 30.${marker}`)
    expect(running).toBe(false)
    await board.close()
  })

  test('that ends in time passes, also when its end is noticed after the time', async () => {
    const started = join(createDataDirectory(), 'started')
    const { repository } = withCommand('sh', '-c', `touch ${started}; sleep 0.3`)
    const board = await openRepositoryBoard(repository.path, { allowCheckCommand: true })
    const stall = setInterval(() => {
      if (!existsSync(started)) return
      clearInterval(stall)
      // Nothing of the service runs for longer than the command may take. Timers come first then.
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500))
    }, 1)
    expect((await board.move(7, 'Main')).status).toBe(202)
    await expect.poll(async () => (await board.card(7))?.column).toBe('Main')
    await board.close()
  })

  test('gets no secret of the service, and goes through the runner', async () => {
    process.env.BOARD_TEST_SECRET = 'canary'
    const { repository } = withCommand('-c', 'test -z "$BOARD_TEST_SECRET" && test "$CI" = true')
    const choices = { allowCheckCommand: true, checkRunner: ['sh'] }
    const board = await openRepositoryBoard(repository.path, choices)
    await board.move(7, 'Main')
    await expect.poll(async () => (await board.card(7))?.column).toBe('Main')
    delete process.env.BOARD_TEST_SECRET
    await board.close()
  })

  test('can’t tell from its environment where the data directory is', async () => {
    const data = createDataDirectory()
    const check = `(env; pwd) > all.txt; ! grep -qF '${data}' all.txt`
    const { repository } = withCommand('sh', '-c', check)
    const given = { data, secret: '' }
    const board = await openRepositoryBoard(repository.path, { allowCheckCommand: true }, given)
    await board.move(7, 'Main')
    await expect.poll(async () => (await board.card(7))?.column).toBe('Main')
    await board.close()
  })

  test('is tried again on the new merge when the stage moves while it runs', async () => {
    const { repository } = withCommand('sh', '-c', 'sleep 0.6')
    const board = await openRepositoryBoard(repository.path, { allowCheckCommand: true })
    await board.move(7, 'Main')
    const pushed = repository.commit('main', { 'pushed.txt': '1' })
    await expect.poll(async () => (await board.card(7))?.column).toBe('Main')
    expect(repository.isAncestor(pushed, 'main')).toBe(true)
    expect(repository.isAncestor(repository.head('card/7'), 'main')).toBe(true)
    await board.close()
  })
})
