import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_CARD_NUMBER } from '#service/boards/board-file.ts'
import { changeBoard, createBoard } from '#service/boards/change-board.ts'
import { addCard } from '#service/boards/edit-card.ts'
import { importNewBoard } from '#service/boards/transfer-board.ts'
import { messages } from '#service/messages/messages.ts'
import { CredentialStore } from '#service/store/credential-store.ts'
import { openDatabase } from '#service/store/open-database.ts'
import { makeSecret } from '#service/store/secrets.ts'
import { DatabaseSync } from '#service/store/sqlite.ts'
import { withoutKeys } from '#service/store/without-keys.ts'
import { loggedText } from '#service/web/logger.ts'
import { createDataDirectory, runToExit } from '#test/support/start-board.ts'
import { openTestDatabase } from '#test/support/test-database.ts'

const text = messages.credential
const BY = { actor: 'operator', now: new Date() }
const ROLES = [{ boardId: 1, role: 'maintainer' }]
const SCOPES = ['read', 'write']

const run = (program: 'board' | 'credential', ...args: string[]) => runToExit(args, {}, program)

/** A store with one board. */
async function createStore(use: (keys: CredentialStore) => Promise<void> = async () => undefined) {
  const data = createDataDirectory()
  const database = await openDatabase({ type: 'directory', path: data, exclusive: false })
  const columns = [{ name: 'Queued', minRole: 'member' }] as const
  await createBoard(database, BY, { name: 'Web', columns, projects: ['App'] })
  await use(new CredentialStore(database))
  await database.close()
  return data
}

describe('npm run credential', () => {
  let data = ''
  const clients = new Map<string, string>()
  const past = '2020-01-01T00:00:00.000Z'

  beforeAll(async () => {
    data = await createStore(async (keys) => {
      for (const [name, key] of [
        ['revoked', { scopes: SCOPES }],
        ['expired', { scopes: SCOPES, expiresAt: past }],
        ['read-only', { scopes: ['read'] }],
        ['good', { scopes: SCOPES }],
      ] as const) {
        const { clientId } = await keys.create({ name, roles: ROLES, ...key }, BY)
        clients.set(name, clientId)
      }
      await keys.revoke(clients.get('revoked') ?? '', BY)
    })
  })

  test.each([
    ['revoked', text.alreadyRevoked],
    ['expired', text.alreadyExpired],
    ['read-only', text.creatorReadOnly],
  ] as const)('doesn’t act for a key that is %s', async (name, message) => {
    const by = clients.get(name) ?? ''
    const args = ['create', '--name', 'New', '--board', '1:member', '--by', by, '--data', data]
    const { code, output } = await run('credential', ...args)
    expect([code, output]).toEqual([2, expect.stringContaining(message(by))])
  })

  test('doesn’t act for a key that doesn’t exist, in any command', async () => {
    const good = clients.get('good') ?? ''
    const args = ['rotate', '--client', good, '--by', 'client-x', '--data', data]
    const { code, output } = await run('credential', ...args)
    expect([code, output]).toEqual([2, expect.stringContaining(text.unknownClient('client-x'))])
  })

  test('doesn’t rotate an expired key: the secret wouldn’t work', async () => {
    const client = clients.get('expired') ?? ''
    const { code, output } = await run('credential', 'rotate', '--client', client, '--data', data)
    expect([code, output]).toEqual([2, expect.stringContaining(text.alreadyExpired(client))])
    expect(output).not.toContain('kbs_')
  })

  test('audit shows what has changed about a key, with old and new values', async () => {
    const client = clients.get('good') ?? ''
    const edit = ['edit', '--client', client, '--name', 'Better', '--board', '1:viewer']
    await run('credential', ...edit, '--data', data)
    const { output } = await run('credential', 'audit', '--data', data)
    expect(output).toContain(
      `key.edit  ${client}  name: good → Better, boards: 1:maintainer → 1:viewer`,
    )
    expect(output).not.toContain('scopes:')
  })
})

describe('an import', () => {
  const file = (cards: object[], labels: object[] = []) => ({
    format: 'trunkline-board-1' as const,
    name: 'Large',
    projects: ['App'],
    columns: [{ name: 'Queued', minRole: 'member' as const }],
    labels: labels as never[],
    cards: cards as never[],
  })

  test('of 6,000 labels and 130,000 numbered cards works', async () => {
    const database = await openTestDatabase()
    const labels = Array.from({ length: 6_000 }, (_, index) => ({
      name: `l${index}`,
      color: 'red',
    }))
    const cards = Array.from({ length: 130_000 }, (_, index) => ({ number: index + 1, title: 'x' }))
    const { boardId } = await importNewBoard(database, BY, file(cards, labels))
    const { count } = await database.db
      .selectFrom('cards')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('board_id', '=', boardId)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(130_000)
    await database.close()
  })

  test('leaves numbers for later cards, and refuses a number that doesn’t', async () => {
    const database = await openTestDatabase()
    const cards = [{ number: MAX_CARD_NUMBER, title: 'Last' }]
    const { boardId } = await importNewBoard(database, BY, file(cards))
    const next = await changeBoard(database, boardId, BY, (board) => addCard(board, { title: 'x' }))
    expect(String(next)).toMatch(/^[1-9]\d{0,8}$/)
    await database.close()
    const data = await createStore()
    const path = join(data, 'board.json')
    writeFileSync(path, JSON.stringify(file([{ number: 999_999_999, title: 'x' }])))
    expect((await run('board', 'import', path, '--data', data)).code).toBe(2)
  })

  test('of a file that isn’t UTF-8 changes nothing and says so', async () => {
    const data = await createStore()
    const path = join(data, 'cards.csv')
    writeFileSync(path, Buffer.from('title\nCaf\xe9\n', 'latin1'))
    const { code, output } = await run('board', 'import', path, '--board', '1', '--data', data)
    expect([code, output]).toEqual([2, expect.stringContaining(messages.board.notUtf8(path))])
  })
})

test('restore refuses a database that only looks like a store', async () => {
  const directory = createDataDirectory()
  const path = join(directory, 'other.db')
  const other = new DatabaseSync(path)
  other.exec('create table boards (id integer); create table notes (text text)')
  other.close()
  const target = join(directory, 'new')
  const { code } = await run('board', 'restore', path, '--data', target)
  expect([code, existsSync(join(target, 'board.db'))]).toEqual([2, false])
})

test('the audit on a terminal has no control character', () => {
  const line = { at: 'now', actor: 'a', action: 'card.block', subject: 'card 1', detail: '' }
  const printed = messages.board.audited({ ...line, detail: 'x\u001b[2Jy\u202ez' })
  expect(printed).not.toMatch(/[\p{Cc}\u202e]/u)
})

describe('a key in a text', () => {
  const key = makeSecret()

  test('isn’t in the log, however often it is encoded', () => {
    const encodings = [
      key,
      encodeURIComponent(key),
      encodeURIComponent(encodeURIComponent(key.replace('_', '%5F'))),
      [...key].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
      `%ff${[...key].map((letter) => `%25${letter.charCodeAt(0).toString(16)}`).join('')}`,
    ]
    for (const encoded of encodings) {
      expect(loggedText(`/v1/labels/${encoded}`, undefined)).not.toContain(key.slice(4, 20))
    }
  })

  test('isn’t in the audit', async () => {
    const database = await openTestDatabase()
    const columns = [{ name: 'Queued', minRole: 'member' }] as const
    await createBoard(database, BY, { name: `Web ${key}`, columns, projects: ['App'] })
    const rows = await database.db.selectFrom('audit').select('detail').execute()
    expect(rows.map(({ detail }) => detail).join()).not.toContain(key)
    await database.close()
  })

  test('is only replaced when it is long enough to be one', () => {
    expect(loggedText('/v1/cards', 'Bearer a')).toBe('/v1/cards')
    expect(withoutKeys('a-secret-of-another-service', 'a-secret-of-another-service')).toBe('[key]')
  })
})
