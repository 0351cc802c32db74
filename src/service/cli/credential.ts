import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { ROLE_ORDER } from '#model/permissions.ts'
import { messages } from '#service/messages.ts'
import { CredentialStore } from '../store/credential-store.ts'
import { openDatabase } from '../store/open-database.ts'
import type { Tables } from '../store/tables.ts'

const HELP = `Usage:
  npm run credential -- create --name NAME --board ID:ROLE [--board ID:ROLE …] [--read-only] [--data DIR]
  npm run credential -- list [--data DIR]
  npm run credential -- rotate --client ID [--data DIR]    add a second secret; both work
  npm run credential -- retire --client ID [--data DIR]    retire the older secret

Roles: ${ROLE_ORDER.join(', ')}.
A secret is shown once, when it is created. The store contains only its hash.
`

const COMMANDS = ['create', 'list', 'rotate', 'retire'] as const

function isCommand(text: string | undefined): text is (typeof COMMANDS)[number] {
  return COMMANDS.some((command) => command === text)
}

try {
  await run()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
  process.exitCode = 2
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      board: { type: 'string', multiple: true },
      'read-only': { type: 'boolean' },
      client: { type: 'string' },
      data: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return console.log(HELP)
  const command = readCommand(positionals)
  const data = values.data ?? (process.env.BOARD_DATA || '.board')
  if (!existsSync(join(data, 'board.db'))) {
    throw new Error(messages.credential.noBoardIn(data))
  }
  const { db, close } = await openDatabase(data, { exclusive: false })
  try {
    if (command === 'list') await listCredentials(db)
    else if (command === 'create') await createCredential(db, values)
    else await changeSecrets(new CredentialStore(db), command, values.client)
  } finally {
    await close()
  }
}

function readCommand([command, ...unknownArguments]: readonly string[]) {
  if (!isCommand(command)) throw new Error(messages.credential.missingCommand(COMMANDS))
  if (unknownArguments.length > 0) {
    throw new Error(messages.usage.unknownArguments(unknownArguments))
  }
  return command
}

async function listCredentials(db: Kysely<Tables>): Promise<void> {
  const rows = await db
    .selectFrom('credentials')
    .innerJoin('credential_boards', 'credential_boards.credential_id', 'credentials.id')
    .select(['client_id', 'name', 'scopes', 'board_id', 'role'])
    .orderBy('credentials.id')
    .execute()
  for (const row of rows) {
    console.log(
      messages.credential.listed({ ...row, clientId: row.client_id, boardId: row.board_id }),
    )
  }
}

interface NewCredential {
  name?: string | undefined
  board?: readonly string[] | undefined
  'read-only'?: boolean | undefined
}

async function createCredential(db: Kysely<Tables>, values: NewCredential): Promise<void> {
  const name = values.name?.trim()
  if (!name) throw new Error(messages.credential.missingName)
  const boards = await db.selectFrom('boards').select('id').execute()
  const boardIds = new Set(boards.map((board) => board.id))
  const { clientId, secret } = await new CredentialStore(db).create({
    name,
    scopes: values['read-only'] ? ['read'] : ['read', 'write'],
    roles: parseBoardRoles(values.board ?? [], boardIds),
    now: new Date(),
  })
  console.log(messages.credential.created(clientId, secret))
}

function parseBoardRoles(texts: readonly string[], boardIds: ReadonlySet<number>) {
  if (texts.length === 0) throw new Error(messages.credential.missingBoard)
  const roles = texts.map((text) => parseBoardRole(text, boardIds))
  const seenIds = new Set<number>()
  for (const { boardId } of roles) {
    if (seenIds.has(boardId)) throw new Error(messages.credential.duplicateBoard(boardId))
    seenIds.add(boardId)
  }
  return roles
}

async function changeSecrets(
  store: CredentialStore,
  command: 'rotate' | 'retire',
  client: string | undefined,
) {
  if (!client) throw new Error(messages.credential.missingClient)
  const unknown = new Error(messages.credential.unknownClient(client))
  if (command === 'retire') {
    const count = await store.retireOlder(client, new Date())
    if (count === undefined) throw unknown
    console.log(count === 0 ? messages.credential.nothingRetired : messages.credential.retired)
    return
  }
  const rotated = await store.rotate(client, new Date())
  if (rotated === undefined) throw unknown
  if (rotated === 'two-active-secrets') {
    throw new Error(messages.credential.twoSecrets(client))
  }
  console.log(messages.credential.rotated(client, rotated.secret))
}

function parseBoardRole(
  text: string,
  boards: ReadonlySet<number>,
): { boardId: number; role: string } {
  const [id = '', role = '', ...rest] = text.split(':')
  if (rest.length > 0) throw new Error(messages.credential.boardFormat(text))
  if (!boards.has(Number(id))) {
    throw new Error(messages.credential.unknownBoard(text, id, [...boards]))
  }
  if (!ROLE_ORDER.some((known) => known === role))
    throw new Error(messages.credential.unknownRole(role))
  return { boardId: Number(id), role }
}
