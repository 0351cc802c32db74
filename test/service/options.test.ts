import { describe, expect, test } from 'vitest'
import { readOptions, UsageError } from '#service/options.ts'

describe('the command line', () => {
  test('has defaults', () => {
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
  test('comes before the environment', () => {
    const options = readOptions(['--port', '5000', '--cors', 'https://a.example'], {
      PORT: '6000',
      HOST: '0.0.0.0',
      BOARD_CORS: 'https://b.example',
    })
    expect(options).toMatchObject({ port: 5000, host: '0.0.0.0', cors: ['https://a.example'] })
  })
  test('takes an empty variable for one that is not set', () => {
    expect(readOptions([], { PORT: '', BOARD_CORS: '', BOARD_DEMO_CARDS: ' ' })).toEqual(readOptions([], {}))
  })
  test('--help asks for the help', () => expect(readOptions(['--help'], {})).toBeUndefined())

  test.each([
    [['--port', 'x'], '--port takes a whole number'],
    [['--port', '70000'], '--port takes a whole number'],
    [['--nonsense'], '--nonsense'],
    [['serve'], 'Not understood: serve'],
    [['--service', 'board.example'], '--service takes'],
    [['--service', 'ftp://board.example'], '--service takes'],
    [['--service', 'http://board.example'], 'not https'],
    [['--service', 'https://me:secret@board.example'], 'no user'],
    [['--service', 'https://board.example/?key=1'], 'no user, password, query'],
    [['--cors', 'https://page.example/path'], '--cors takes an origin'],
    [['--empty', '--demo-cards', '10'], 'exclude each other'],
    [['--demo-cards', '0'], '--demo-cards takes'],
    [['--service', 'https://board.example', '--demo-cards', '10'], '--demo-cards is for the embedded service'],
  ])('%j is refused with what to do', (args, words) => {
    expect(() => readOptions(args, {})).toThrow(UsageError)
    expect(() => readOptions(args, {})).toThrow(words)
  })

  test.each([
    [['--service', 'http://localhost:8080/base']],
    [['--service', 'http://127.0.0.1:9']],
    [['--service', 'https://board.example']],
    [['--service', 'http://board.example', '--insecure-upstream']],
  ])('%j is fine', (args) => expect(readOptions(args, {})?.serviceUrl).toBeInstanceOf(URL))
})
