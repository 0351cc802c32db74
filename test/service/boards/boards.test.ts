import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { REFUSAL_CODES } from '#contract/card-values.ts'
import { boardJson } from '#service/api/present.ts'
import { parseBoardFile } from '#service/boards/board-file.ts'
import {
  CARD_FIELD_NAMES,
  CARD_FIELDS,
  type CardFieldName,
  type CardValues,
} from '#service/boards/card-fields.ts'
import { addLabels, changeBoard, createBoard, setColumns } from '#service/boards/change-board.ts'
import { parseCsvCards } from '#service/boards/csv-cards.ts'
import { addCard, editCard, removeCard, unblockCard } from '#service/boards/edit-card.ts'
import { listAudit, listBoards } from '#service/boards/list-boards.ts'
import { exportBoard, importIntoBoard, importNewBoard } from '#service/boards/transfer-board.ts'
import { CARD_FIELD_OPTIONS, cardChange } from '#service/cli/board-options.ts'
import { generateBoard } from '#service/demo/generate-board.ts'
import { messages } from '#service/messages/messages.ts'
import { BoardStore } from '#service/store/board-store.ts'
import { CredentialStore } from '#service/store/credential-store.ts'
import type { Database } from '#service/store/open-database.ts'
import { tidyUp } from '#service/store/tidy-up.ts'
import { openTestDatabase } from '#test/support/test-database.ts'

const BY = { actor: 'operator', now: new Date('2026-01-05T09:00:00Z') }
const COLUMNS = [
  { name: 'Queued', minRole: 'member' },
  { name: 'Released', minRole: 'maintainer' },
] as const

let database: Database

beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const newBoard = () =>
  createBoard(database, BY, { name: 'Web', columns: COLUMNS, projects: ['App'] })
const revision = (boardId: number) => new BoardStore(database).board(boardId).revision()
const card = (boardId: number, number: number) =>
  new BoardStore(database).board(boardId).card(number)

async function findOne(credentials: CredentialStore, secret: string, now: Date) {
  const [credential] = await credentials.findBySecrets([secret], now)
  return credential
}

test('a board gets columns, a project, labels, and cards, and a key can use it', async () => {
  const { boardId, projectIds } = await newBoard()
  const red = [{ name: 'bug', color: 'red' }]
  await changeBoard(database, boardId, BY, (board) => addLabels(board, red))
  const number = await changeBoard(database, boardId, BY, (board) =>
    addCard(board, { title: 'First', assignee: 'Ada', labels: ['bug'], priority: 'high' }),
  )
  expect([projectIds.length, number]).toEqual([1, 1])
  expect(await card(boardId, 1)).toMatchObject({
    title: 'First',
    assignee_name: 'Ada',
    priority: 'high',
    labelIds: [expect.any(Number)],
  })
  const key = { name: 'CI', scopes: ['read'], roles: [{ boardId, role: 'member' }] }
  const { secret } = await new CredentialStore(database).create(key, BY)
  const found = await findOne(new CredentialStore(database), secret, BY.now)
  expect(found?.boards).toEqual([{ boardId, organizationId: 1, role: 'member', name: 'Web' }])
  expect(await listBoards(database)).toEqual([
    { id: boardId, name: 'Web', projects: ['App'], columns: ['Queued', 'Released'], cards: 1 },
  ])
})

describe('a card', () => {
  test('is edited, unblocked, and removed, and its number is not used again', async () => {
    const { boardId } = await newBoard()
    const change = <Result>(run: Parameters<typeof changeBoard<Result>>[3]) =>
      changeBoard(database, boardId, BY, run)
    await change((board) => addCard(board, { title: 'First', assignee: 'Ada' }))
    await change((board) =>
      editCard(board, 1, {
        title: 'Renamed',
        column: 'Released',
        assignee: '',
        priority: 'urgent',
      }),
    )
    expect(await card(boardId, 1)).toMatchObject({
      title: 'Renamed',
      assignee_id: null,
      assignee_name: null,
      priority: 'urgent',
    })
    expect(await change((board) => unblockCard(board, 1))).toBe(false)
    await change((board) => removeCard(board, 1))
    expect(await card(boardId, 1)).toBeUndefined()
    expect(await change((board) => addCard(board, { title: 'Second' }))).toBe(2)
    const actions = (await listAudit(database, boardId)).map(({ action }) => action)
    expect(actions).toEqual([
      'board.create',
      'card.create',
      'card.move',
      'card.edit',
      'card.remove',
      'card.create',
    ])
  })

  test('raises the version of its board, so that clients load it', async () => {
    const { boardId } = await newBoard()
    const before = await revision(boardId)
    await changeBoard(database, boardId, BY, (board) => addCard(board, { title: 'First' }))
    expect(await revision(boardId)).toBe(before + 1)
  })

  test.each([
    [{ title: 'x', column: 'Nowhere' }, 'column "Nowhere"'],
    [{ title: 'x', project: 'Nothing' }, 'project "Nothing"'],
    [{ title: 'x', labels: ['none'] }, 'label "none"'],
  ])('is not added with a name that the board does not have: %j', async (newCard, message) => {
    const { boardId } = await newBoard()
    const adding = changeBoard(database, boardId, BY, (board) => addCard(board, newCard))
    await expect(adding).rejects.toThrow(message)
    expect(
      await changeBoard(database, boardId, BY, (board) => addCard(board, { title: 'y' })),
    ).toBe(1)
  })
})

describe('columns', () => {
  test('keep their id and cards when they are reordered or get another role', async () => {
    const { boardId } = await newBoard()
    const before = await new BoardStore(database).board(boardId).stages()
    const columns = [
      { name: 'Released', minRole: 'owner' },
      { name: 'Review', minRole: 'member' },
      { name: 'Queued', minRole: 'viewer' },
    ] as const
    await changeBoard(database, boardId, BY, (board) => setColumns(board, columns))
    const after = await new BoardStore(database).board(boardId).stages()
    expect(after.map(({ name, min_role }) => [name, min_role])).toEqual(
      columns.map(({ name, minRole }) => [name, minRole]),
    )
    expect(after.find(({ name }) => name === 'Queued')?.id).toBe(before[0]?.id)
  })

  test('with cards can’t be left out', async () => {
    const { boardId } = await newBoard()
    await changeBoard(database, boardId, BY, (board) => addCard(board, { title: 'First' }))
    const change = changeBoard(database, boardId, BY, (board) => setColumns(board, [COLUMNS[1]]))
    await expect(change).rejects.toThrow(messages.board.columnHasCards('Queued', 1))
    expect(await new BoardStore(database).board(boardId).stages()).toHaveLength(2)
  })
})

/** Two values of each field that differ from each other and from the default of a new card. */
const SAMPLES: {
  readonly [Field in CardFieldName]: readonly [CardValues[Field], CardValues[Field]]
} = {
  title: ['Say "hi", twice', 'Plain'],
  column: ['Released', 'Queued'],
  project: ['Second', 'App'],
  priority: ['urgent', 'low'],
  assignee: ['Ada', 'Mei'],
  labels: [['bug', 'api'], ['api']],
}

function sample(index: 0 | 1): CardValues {
  const values = Object.fromEntries(CARD_FIELD_NAMES.map((name) => [name, SAMPLES[name][index]]))
  return { ...values, title: SAMPLES.title[index] }
}

describe('each field of a card', () => {
  const boardWithNames = async () => {
    const { boardId } = await createBoard(database, BY, {
      name: 'Web',
      columns: COLUMNS,
      projects: ['App', 'Second'],
      labels: ['bug', 'api'].map((name) => ({ name, color: 'red' })),
    })
    return boardId
  }
  const exported = async (boardId: number) => {
    const [{ number, ...fields } = { title: '' }] = (await exportBoard(database, boardId)).cards
    return fields
  }

  test('is the same after a card was added, exported, and imported', async () => {
    const boardId = await boardWithNames()
    await changeBoard(database, boardId, BY, (board) => addCard(board, sample(0)))
    expect(await exported(boardId)).toEqual(sample(0))
    const file = await exportBoard(database, boardId)
    const copy = await importNewBoard(database, BY, parseBoardFile(JSON.stringify(file), 'x.json'))
    expect(await exported(copy.boardId)).toEqual(sample(0))
  })

  test('comes from a CSV file', async () => {
    const boardId = await boardWithNames()
    const cells = CARD_FIELD_NAMES.map((name) => {
      const text = [SAMPLES[name][0]].flat().join(';')
      return `"${text.replaceAll('"', '""')}"`
    })
    const cards = parseCsvCards(`${CARD_FIELD_NAMES.join()}\n${cells.join()}\n`, 'cards.csv')
    const content = { columns: [], labels: [], cards }
    await importIntoBoard(database, boardId, BY, content, false)
    expect(await exported(boardId)).toEqual(sample(0))
  })

  test.each(CARD_FIELD_NAMES)('can be edited: %s', async (name) => {
    const boardId = await boardWithNames()
    await changeBoard(database, boardId, BY, (board) => addCard(board, sample(0)))
    const change = { [name]: SAMPLES[name][1] }
    await changeBoard(database, boardId, BY, (board) => editCard(board, 1, change))
    expect(await exported(boardId)).toEqual({ ...sample(0), ...change })
  })

  const optional = CARD_FIELD_NAMES.filter((name) => CARD_FIELDS[name].isOptional)

  test.each(optional)('can be taken away by an empty option: %s', async (name) => {
    const boardId = await boardWithNames()
    await changeBoard(database, boardId, BY, (board) => addCard(board, sample(0)))
    const change = cardChange({ [CARD_FIELDS[name].option.name]: '' })
    await changeBoard(database, boardId, BY, (board) => editCard(board, 1, change))
    const { [name]: _, ...others } = sample(0)
    const { [name]: left, ...rest } = await exported(boardId)
    expect([left ?? [], rest]).toEqual([[], others])
  })

  test('can be taken away only if a card can be without it', async () => {
    const boardId = await boardWithNames()
    await changeBoard(database, boardId, BY, (board) => addCard(board, { title: 'Only' }))
    const bare = await exported(boardId)
    const absent = CARD_FIELD_NAMES.filter((name) => [bare[name] ?? []].flat().length === 0)
    expect(optional).toEqual(absent)
    for (const name of CARD_FIELD_NAMES.filter((one) => !optional.includes(one))) {
      const values = { [CARD_FIELDS[name].option.name]: '' }
      expect(() => cardChange(values), name).toThrow()
    }
  })

  test.each(CARD_FIELD_NAMES)('is in the response with the board: %s', async (name) => {
    const boardId = await boardWithNames()
    const response = async () => {
      const board = new BoardStore(database).board(boardId)
      const fail = (error: unknown) => expect.unreachable(String(error))
      return boardJson(
        {
          stages: await board.stages(),
          cards: await board.cards(),
          projects: [],
          repository: undefined,
        },
        fail,
      )
    }
    await changeBoard(database, boardId, BY, (board) => addCard(board, sample(0)))
    const before = await response()
    const change = { [name]: SAMPLES[name][1] }
    await changeBoard(database, boardId, BY, (board) => editCard(board, 1, change))
    expect(await response()).not.toBe(before)
  })

  test('has an option of the commands', () => {
    const values = Object.fromEntries(
      CARD_FIELD_NAMES.map((name) => [CARD_FIELDS[name].option.name, SAMPLES[name][0]]),
    )
    expect(cardChange(values)).toEqual(sample(0))
    const names = CARD_FIELD_NAMES.map((name) => CARD_FIELDS[name].option.name)
    expect(Object.keys(CARD_FIELD_OPTIONS)).toEqual(names)
  })
})

test('a project is accepted by name and by id when a card is added or edited', async () => {
  const { boardId, projectIds } = await createBoard(database, BY, {
    name: 'Web',
    columns: COLUMNS,
    projects: ['App', 'Second'],
  })
  const project = String(projectIds[1])
  await changeBoard(database, boardId, BY, (board) => addCard(board, { title: 'First', project }))
  expect((await card(boardId, 1))?.project_id).toBe(projectIds[1])
  const change = { project: 'App' }
  await changeBoard(database, boardId, BY, (board) => editCard(board, 1, change))
  expect((await card(boardId, 1))?.project_id).toBe(projectIds[0])
})

test.each([...REFUSAL_CODES, 'a_code_of_a_later_version'])(
  'a refusal can be stored with the code %s',
  async (code) => {
    const { boardId } = await newBoard()
    await changeBoard(database, boardId, BY, (board) => addCard(board, { title: 'First' }))
    await changeBoard(database, boardId, BY, async (board) => {
      const stored = await board.card(1)
      if (!stored) throw new Error('The card is missing')
      await board.blockCard(stored, { code, reason: 'why' })
      await board.tx
        .insertInto('gate_facts')
        .values({ card_id: stored.id, code, reason: 'why' })
        .execute()
    })
    expect((await card(boardId, 1))?.blocked_code).toBe(code)
  },
)

describe('a board file', () => {
  test('is the same after an import and an export', async () => {
    const file = generateBoard('Large', 300)
    const { boardId } = await importNewBoard(database, BY, file)
    const exported = await exportBoard(database, boardId)
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
    expect({ ...exported, labels: [...exported.labels].sort(byName) }).toEqual({
      ...file,
      cards: file.cards.map((one) => ({ ...one, project: 'Large' })),
      labels: [...file.labels].sort(byName),
    })
  })

  test('adds its cards to a board with new numbers, or replaces what is there', async () => {
    const { boardId } = await importNewBoard(database, BY, generateBoard('Large', 20))
    const more = generateBoard('More', 5)
    await importIntoBoard(database, boardId, BY, more, false)
    expect(
      (await exportBoard(database, boardId)).cards.map(({ number }) => number).slice(-5),
    ).toEqual([121, 122, 123, 124, 125])
    const stages = await new BoardStore(database).board(boardId).stages()
    const labelIds = (await new BoardStore(database).board(boardId).labels()).map(({ id }) => id)
    await importIntoBoard(database, boardId, BY, more, true)
    const { cards, labels, columns, projects } = await exportBoard(database, boardId)
    expect([cards.length, labels.length, columns.length]).toEqual([5, 12, 12])
    expect(cards.map(({ number }) => number)).toEqual([101, 102, 103, 104, 105])
    expect(projects).toEqual(['Large', 'More'])
    // What has the same name keeps its id: an open page can go on.
    expect(await new BoardStore(database).board(boardId).stages()).toEqual(stages)
    const after = (await new BoardStore(database).board(boardId).labels()).map(({ id }) => id)
    expect(after).toEqual(labelIds)
    const added = await changeBoard(database, boardId, BY, (board) =>
      addCard(board, { title: 'x' }),
    )
    expect(added).toBe(126)
  })

  test.each([
    ['{', 'isn’t valid JSON'],
    ['{"format":"other"}', 'format'],
    [JSON.stringify({ ...generateBoard('x', 1), name: 'a\u0000b' }), 'control characters'],
    [JSON.stringify({ ...generateBoard('x', 1), projects: [] }), 'projects'],
    [
      JSON.stringify({ ...generateBoard('x', 1), columns: [...COLUMNS, ...COLUMNS] }),
      'same name or number twice: Queued, Released',
    ],
  ])('with a fault is rejected with its place: %.40s', (text, message) => {
    expect(() => parseBoardFile(text, 'board.json')).toThrow(message)
  })

  test('with a column that it does not define changes nothing', async () => {
    const file = generateBoard('x', 1)
    const broken = { ...file, cards: [{ title: 'Lost', column: 'Nowhere' }] }
    await expect(importNewBoard(database, BY, broken)).rejects.toThrow('column "Nowhere"')
    expect(await listBoards(database)).toEqual([])
  })
})

describe('a CSV file', () => {
  test('becomes cards, with quotes, empty fields, and several labels', () => {
    const text =
      'Title,Column,labels,assignee\n"Say ""hi"", twice",Queued,bug; api ,Ada\nPlain,,,\n'
    expect(parseCsvCards(text, 'cards.csv')).toEqual([
      { title: 'Say "hi", twice', column: 'Queued', labels: ['bug', 'api'], assignee: 'Ada' },
      { title: 'Plain' },
    ])
  })

  test('is read as a spreadsheet writes it', () => {
    const text = '\ufefftitle;column;priority;;\r\nOne;Queued;High;;\r\n;;;;\r\nTwo;;;;\r\n'
    expect(parseCsvCards(text, 'cards.csv')).toEqual([
      { title: 'One', column: 'Queued', priority: 'high' },
      { title: 'Two' },
    ])
  })

  test.each(['sep=;\r\n', 'SEP=;\n', '"sep=;"\r\n', 'sep=;;;\n', '\ufeffsep=;\r'])(
    'is read with the line by which a spreadsheet names its separator: %j',
    (line) => {
      const text = `${line}\u200btitle;column\nOne;Queued\n`
      expect(parseCsvCards(text, 'cards.csv')).toEqual([{ title: 'One', column: 'Queued' }])
      const broken = `${line}title;priority\nx;soon`
      expect(() => parseCsvCards(broken, 'cards.csv')).toThrow('line 3')
    },
  )

  test.each([
    ['title,owner\nx,y', 'unknown columns owner'],
    ['title,Title\nx,y', 'the column title twice'],
    ['title,priority\nx,soon', 'line 2: priority must be one of urgent, high, medium, low'],
    ['title,column\nok,Queued\n,Queued', 'line 3: title must not be empty'],
    ['title,column\n"two\nlines",Queued\n\n,Queued', 'line 5: title must not be empty'],
    ['column\nQueued', 'no column title'],
    ['', 'no column title'],
    ['title,column\nFix a, b, and c,Queued', 'line 2: cell 3 (and c) has no name'],
    ['title,column,,\nx,Queued,,late', 'line 2: cell 4 (late) has no name'],
    ['title\nok\n"open', 'line 3: a quoted cell doesn’t end'],
    ['title\n"a" b', 'line 2: a quoted cell doesn’t end'],
    ['title,priority\n,soon', 'title must not be empty; priority must be one of'],
    [`title,column\n${',Queued\n'.repeat(7)}`, 'and 2 more'],
  ])('with a fault is rejected with its line: %j', (text, message) => {
    expect(() => parseCsvCards(text, 'cards.csv')).toThrow(message)
  })
})

test('a board that does not exist is named with the ones that do', async () => {
  const { boardId } = await newBoard()
  const change = changeBoard(database, 99, BY, async () => undefined)
  await expect(change).rejects.toThrow(messages.board.unknown(99, [boardId]))
})

describe('a key', () => {
  const roles = [{ boardId: 1, role: 'member' }]
  const newKey = { name: 'CI', scopes: ['read', 'write'], roles }

  test('has at most two secrets, also when two are asked for at the same time', async () => {
    await newBoard()
    const credentials = new CredentialStore(database)
    const { clientId } = await credentials.create(newKey, BY)
    const results = await Promise.all([1, 2, 3, 4].map(() => credentials.rotate(clientId, BY)))
    expect(results.filter((result) => typeof result === 'object')).toHaveLength(1)
    expect((await credentials.list())[0]?.activeSecrets).toBe(2)
  })

  test('keeps its newest secret when the clock went back between the two', async () => {
    await newBoard()
    const credentials = new CredentialStore(database)
    const { clientId, secret: older } = await credentials.create(newKey, BY)
    const earlier = { ...BY, now: new Date('2020-01-01T00:00:00Z') }
    const rotated = await credentials.rotate(clientId, earlier)
    const newer = typeof rotated === 'object' ? rotated.secret : ''
    expect(await credentials.retireOlder(clientId, BY)).toBe(1)
    expect(await findOne(credentials, newer, BY.now)).toBeDefined()
    expect(await findOne(credentials, older, BY.now)).toBeUndefined()
  })

  test('ends with its revocation, and at its expiry', async () => {
    await newBoard()
    const credentials = new CredentialStore(database)
    const { clientId, secret } = await credentials.create(newKey, BY)
    expect(await credentials.revoke(clientId, BY)).toBe(true)
    expect(await findOne(credentials, secret, BY.now)).toBeUndefined()
    expect(await credentials.rotate(clientId, BY)).toBe('revoked')
    const expiring = { ...newKey, expiresAt: '2026-01-06T09:00:00.000Z' }
    const short = await credentials.create(expiring, BY)
    const at = (text: string) => findOne(credentials, short.secret, new Date(text))
    expect(await at('2026-01-06T08:59:59Z')).toBeDefined()
    expect(await at('2026-01-06T09:00:01Z')).toBeUndefined()
  })

  test('is found among other secrets that are asked for at once', async () => {
    const { boardId } = await newBoard()
    const credentials = new CredentialStore(database)
    const first = await credentials.create(newKey, BY)
    const both = { ...newKey, name: 'Both', roles: [{ boardId, role: 'viewer' }] }
    const second = await credentials.create(both, BY)
    const rotated = await credentials.rotate(second.clientId, BY)
    const newer = typeof rotated === 'object' ? rotated.secret : ''
    const revoked = await credentials.create({ ...newKey, name: 'Old' }, BY)
    await credentials.revoke(revoked.clientId, BY)
    const secrets = [newer, revoked.secret, first.secret, 'unknown', second.secret, newer]
    const found = await credentials.findBySecrets(secrets, BY.now)
    expect(found.map((credential) => credential?.name)).toEqual([
      'Both',
      undefined,
      'CI',
      undefined,
      'Both',
      'Both',
    ])
  })

  test('can get another name, role, scope, or expiry', async () => {
    await newBoard()
    const credentials = new CredentialStore(database)
    const { clientId, secret } = await credentials.create(newKey, BY)
    const change = { name: 'Bot', scopes: ['read'], roles: [{ boardId: 1, role: 'viewer' }] }
    await credentials.edit(clientId, change, BY)
    expect(await findOne(credentials, secret, BY.now)).toMatchObject({
      name: 'Bot',
      scopes: ['read'],
      boards: [{ boardId: 1, role: 'viewer' }],
    })
    // No request waits until it is stored.
    await expect
      .poll(async () => (await credentials.list())[0])
      .toMatchObject({ lastUsedOn: '2026-01-05', activeSecrets: 1 })
  })

  test('that can’t be created whole is not created at all', async () => {
    const credentials = new CredentialStore(database)
    const broken = { ...newKey, roles: [{ boardId: 999, role: 'member' }] }
    await expect(credentials.create(broken, BY)).rejects.toThrow()
    expect(await credentials.list()).toEqual([])
  })
})

test('old records are removed, and what a killed process has left is abandoned', async () => {
  const { boardId } = await newBoard()
  await changeBoard(database, boardId, BY, (board) => addCard(board, { title: 'First' }))
  const { id: cardId } = (await card(boardId, 1)) ?? { id: 0 }
  const intent = {
    board_id: boardId,
    card_id: cardId,
    from_stage_id: 1,
    to_stage_id: 2,
    actor: 'x',
    state: 'pending',
  } as const
  const rows = [
    { ...intent, id: 'ancient', created_at: '2025-01-01T00:00:00.000Z' },
    { ...intent, id: 'left behind', created_at: '2026-01-05T07:00:00.000Z' },
    { ...intent, id: 'at work', created_at: '2026-01-05T08:59:59.000Z' },
  ]
  await database.db.insertInto('move_intents').values(rows).execute()
  await tidyUp(database, BY.now)
  const kept = await database.db.selectFrom('move_intents').selectAll().orderBy('id').execute()
  expect(kept.map(({ id, state }) => [id, state])).toEqual([
    ['at work', 'pending'],
    ['left behind', 'abandoned'],
  ])
})
