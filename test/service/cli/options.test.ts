import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageChoices } from '#service/cli/default-choices.ts'
import { readOptions } from '#service/cli/options.ts'
import { UsageError } from '#service/cli/usage-error.ts'
import { FORGE_KINDS } from '#service/forge/forge.ts'
import { messages } from '#service/messages/messages.ts'
import { LOG_LEVELS } from '#service/web/logger.ts'
import { createRepository } from '#test/support/git-repository.ts'

const { usage } = messages

describe('the command line', () => {
  test('has a default for every option', () => {
    expect(readOptions([], {})).toEqual({
      port: 4173,
      host: '127.0.0.1',
      data: '.board',
      databaseUrl: undefined,
      serviceUrl: undefined,
      empty: false,
      demoCards: undefined,
      scriptedDemo: false,
      showLinks: false,
      open: false,
      cors: [],
      publicUrl: undefined,
      trustProxy: false,
      metricsToken: undefined,
      logLevel: undefined,
      writesPerMinute: 120,
      loadsPerMinute: 600,
      maxWaiting: 5000,
      repositories: {
        sources: [],
        defaultBranch: undefined,
        minRoles: [],
        allowCheckCommand: false,
        checkRunner: [],
        updateWorkTree: false,
        forge: undefined,
      },
    })
  })
  test('overrides environment variables', () => {
    const options = readOptions(['--port', '5000', '--cors', 'https://a.example'], {
      PORT: '6000',
      HOST: '0.0.0.0',
      BOARD_CORS: 'https://b.example',
    })
    expect(options).toMatchObject({ port: 5000, host: '0.0.0.0', cors: ['https://a.example'] })
  })
  test('ignores empty environment variables', () => {
    expect(readOptions([], { PORT: '', BOARD_CORS: '', BOARD_DEMO_CARDS: ' ' })).toEqual(
      readOptions([], {}),
    )
  })
  test('returns undefined for --help, whatever else is wrong', () => {
    expect(readOptions(['--help'], { PORT: 'abc' })).toBeUndefined()
    expect(readOptions(['--help', '--log-level', 'loud'], {})).toBeUndefined()
  })
  test('counts an empty option as none, against its variable, too', () => {
    const environment = {
      BOARD_SERVICE_URL: 'https://board.example',
      BOARD_PUBLIC_URL: 'https://a.b',
    }
    const args = ['--service', '', '--public-url', '', '--check-runner', '', '--repo', '/repo']
    expect(readOptions(args, environment)).toMatchObject({
      serviceUrl: undefined,
      publicUrl: undefined,
      repositories: { sources: ['/repo'], checkRunner: [] },
    })
  })

  test.each([
    [['--update-worktree'], usage.needsOption('--update-worktree', '--repo')],
    [['--min-role', 'main=owner'], usage.needsOption('--min-role', '--repo')],
    [['--forge', 'github'], usage.needsOption('--forge', '--repo')],
    [['--forge-url', 'https://git.example'], usage.needsOption('--forge-url', '--forge')],
    [['--forge', 'sourcehut'], usage.notOneOf('--forge', FORGE_KINDS, 'sourcehut')],
    [['--forge', 'gitea', '--forge-url', 'http://git.example'], usage.forgeUrlInvalid],
    [['--forge', 'gitea', '--forge-url', 'https://me:pw@git.example'], usage.forgeUrlInvalid],
    [['--forge', 'gitea', '--forge-project', 'app'], usage.forgeProjectInvalid('app')],
    [
      ['--repo', '/repo', '--forge', 'gitea', '--forge-token-file', '/no/file'],
      '/no/file can’t be read',
    ],
    [['--port', 'x'], usage.notWholeNumber('--port', 0, 65_535, 'x')],
    [['--port', '70000'], usage.notWholeNumber('--port', 0, 65_535, '70000')],
    [['--nonsense'], '--nonsense'],
    [['--check-runner', 'x'], usage.needsOption('--check-runner', '--repo')],
    [['serve'], usage.unknownArguments(['serve'])],
    [['--service', 'board.example'], usage.serviceNotUrl('board.example')],
    [['--service', 'ftp://board.example'], usage.serviceNotUrl('ftp://board.example')],
    [['--service', 'http://board.example'], usage.serviceInsecure('http://board.example')],
    [['--service', 'https://me:secret@board.example'], usage.serviceNotBaseUrl],
    [['--service', 'https://board.example/?key=1'], usage.serviceNotBaseUrl],
    [['--cors', 'https://page.example/path'], usage.corsNotOrigin('https://page.example/path')],
    [['--empty', '--demo-cards', '10'], usage.notTogether('--empty', '--demo-cards')],
    [['--demo-cards', '0'], usage.notWholeNumber('--demo-cards', 1, 100_000, '0')],
    [['--log-level', 'loud'], usage.notOneOf('--log-level', LOG_LEVELS, 'loud')],
    [['--repo', '/repo', '--demo-cards', '9'], usage.notTogether('--demo-cards', '--repo')],
    ...[['--empty'], ['--demo-cards', '9'], ['--show-links'], ['--repo', '/repo']].map(
      ([option = '', ...value]) =>
        [
          ['--service', 'https://board.example', option, ...value],
          usage.notTogether(option, '--service'),
        ] as [string[], string],
    ),
  ])('rejects %j with a message', (args, message) => {
    expect(() => readOptions(args, {})).toThrow(UsageError)
    expect(() => readOptions(args, {})).toThrow(message)
  })

  test.each([
    [['--service', 'http://localhost:8080/base']],
    [['--service', 'http://127.0.0.1:9']],
    [['--service', 'https://board.example']],
    [['--service', 'http://board.example', '--insecure-upstream']],
  ])('accepts %j', (args) => expect(readOptions(args, {})?.serviceUrl).toBeInstanceOf(URL))
})

test('a database URL that is none is refused, and not shown', () => {
  const environment = { DATABASE_URL: 'postgres://u:secret@[bad/x' }
  expect(() => readOptions([], environment)).toThrow(usage.databaseUrlInvalid)
  expect(usage.databaseUrlInvalid).not.toContain('secret')
})

describe('the forge', () => {
  const forgeOf = (args: readonly string[], env: Record<string, string>) =>
    readOptions(['--repo', '/repo', ...args], env)?.repositories.forge

  test('has a token from a variable, or from a file that has nothing else', () => {
    const env = { FORGE_TOKEN: 'of-the-variable' }
    expect(forgeOf(['--forge', 'github'], env)).toEqual({
      kind: 'github',
      site: undefined,
      project: undefined,
      token: 'of-the-variable',
      hookSecret: undefined,
    })
    const file = join(mkdtempSync(join(tmpdir(), 'token-')), 'token')
    writeFileSync(file, 'of-the-file\n')
    const args = ['--forge', 'gitlab', '--forge-token-file', file, '--forge-project', 'team/app']
    expect(forgeOf(args, env)).toMatchObject({ token: 'of-the-file', project: 'team/app' })
    writeFileSync(file, 'two lines\nof text')
    expect(() => forgeOf(args, env)).toThrow(usage.tokenInvalid(file))
    const windows = { FORGE_TOKEN: 'of-the-variable\r\n' }
    expect(forgeOf(['--forge', 'github'], windows)?.token).toBe('of-the-variable')
    expect(() => forgeOf(['--forge', 'github'], { FORGE_TOKEN: 'a\nb' })).toThrow(
      usage.tokenInvalid('FORGE_TOKEN'),
    )
  })

  test('can be named by variables', () => {
    const env = {
      BOARD_FORGE: 'gitea',
      BOARD_FORGE_URL: 'https://git.example/forge/',
      FORGE_WEBHOOK_SECRET: 'secret',
    }
    const { kind, site, hookSecret } = forgeOf([], env) ?? {}
    expect([kind, site?.href, hookSecret]).toEqual([
      'gitea',
      'https://git.example/forge/',
      'secret',
    ])
  })
})

describe('the choices of the package', () => {
  const state = { XDG_STATE_HOME: '/state' }

  test('show the repository around the directory, whose store is outside of it', () => {
    const { path } = createRepository()
    const folder = join(path, 'a', 'b')
    mkdirSync(folder, { recursive: true })
    const options = readOptions(
      [],
      { DATABASE_URL: 'postgres://x/y' },
      packageChoices(folder, state),
    )
    const root = realpathSync(path)
    expect(options?.repositories.sources).toEqual([root])
    expect(options?.databaseUrl).toBeUndefined()
    expect(options?.data).toMatch(/^\/state\/trunkline\/[\w.-]+-[0-9a-f]{8}$/)
    // The same from everywhere in it, and another one for another repository.
    expect(packageChoices(root, state).data([root])).toBe(options?.data)
    const other = realpathSync(createRepository().path)
    expect(packageChoices(other, state).data([other])).not.toBe(options?.data)
  })

  test('count only for what nobody has chosen', () => {
    const { path } = createRepository()
    const read = (...args: string[]) => readOptions(args, {}, packageChoices(path, state))
    for (const args of [['--empty'], ['--demo-cards', '5'], ['--scripted-demo']]) {
      expect(read(...args)).toMatchObject({
        repositories: { sources: [] },
        data: '/state/trunkline/board',
      })
    }
    expect(read('--service', 'https://a.example')?.repositories.sources).toEqual([])
    expect(read('--repo', '/other')?.repositories.sources).toEqual(['/other'])
    expect(read('--repo', '/other')?.data).toMatch(/other-[0-9a-f]{8}$/)
    expect(read('--data', '/mine')?.data).toBe('/mine')
    const database = { DATABASE_URL: 'postgres://x/y' }
    for (const args of [['--empty'], ['--repo', '/other'], []]) {
      const options = readOptions(args, database, packageChoices(path, state))
      expect(options?.databaseUrl, 'of what is developed in the clone').toBeUndefined()
    }
    expect(readOptions([], { BOARD_DATA: '/mine' }, packageChoices(path, state))?.data).toBe(
      '/mine',
    )
  })

  test('are the demo where there is no repository', () => {
    const directory = mkdtempSync(join(tmpdir(), 'plain-'))
    const choices = packageChoices(directory, {})
    expect(choices.repository).toBeUndefined()
    const database = { DATABASE_URL: 'postgres://x/y' }
    expect(readOptions([], database, choices)?.databaseUrl).toBe('postgres://x/y')
    expect(choices.data([])).toBe(join(homedir(), '.local/state/trunkline/board'))
  })
})
