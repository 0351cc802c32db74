import { describe, expect, test } from 'vitest'
import { readOptions, UsageError } from '#service/cli/options.ts'

describe('the command line', () => {
  test('has a default for every option', () => {
    expect(readOptions([], {})).toEqual({
      port: 4173,
      host: '127.0.0.1',
      data: '.board',
      serviceUrl: undefined,
      empty: false,
      demoCards: undefined,
      cors: [],
      insecureUpstream: false,
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
  test('returns undefined for --help', () => expect(readOptions(['--help'], {})).toBeUndefined())

  test.each([
    [['--port', 'x'], '--port must be a whole number'],
    [['--port', '70000'], '--port must be a whole number'],
    [['--nonsense'], '--nonsense'],
    [['serve'], 'Unknown argument: serve'],
    [['--service', 'board.example'], '--service must be'],
    [['--service', 'ftp://board.example'], '--service must be'],
    [['--service', 'http://board.example'], 'doesn’t use https'],
    [['--service', 'https://me:secret@board.example'], 'no user'],
    [['--service', 'https://board.example/?key=1'], 'no user, password, query'],
    [['--cors', 'https://page.example/path'], '--cors must be an origin'],
    [['--empty', '--demo-cards', '10'], 'can’t be combined'],
    [['--demo-cards', '0'], '--demo-cards must be'],
    [
      ['--service', 'https://board.example', '--demo-cards', '10'],
      '--demo-cards is for the embedded service',
    ],
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
