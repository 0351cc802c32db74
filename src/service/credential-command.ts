import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROLE_ORDER } from '#model/permissions.ts'
import { CredentialStore } from './store/credential-store.ts'
import { openDatabase } from './store/open-database.ts'

const HELP = `Usage:
  npm run credential -- create --name NAME --board ID:ROLE [--board ID:ROLE …] [--read-only] [--data DIR]
  npm run credential -- list [--data DIR]
  npm run credential -- rotate --client ID [--data DIR]    a second secret; both are good
  npm run credential -- retire --client ID [--data DIR]    the older secret is good no more

Roles: ${ROLE_ORDER.join(', ')}.
A secret is printed once, when it is made. The store keeps only its hash.
`

const COMMANDS = ['create', 'list', 'rotate', 'retire'] as const

function isCommand(text: string | undefined): text is (typeof COMMANDS)[number] {
  return COMMANDS.some((one) => one === text)
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
  const [command, ...others] = positionals
  if (!isCommand(command)) throw new Error(`Say what to do: ${COMMANDS.join(', ')}.`)
  if (others.length > 0) throw new Error(`Not understood: ${others.join(' ')}`)
  const data = values.data ?? (process.env.BOARD_DATA || '.board')
  if (!existsSync(join(data, 'board.db'))) {
    throw new Error(`There is no board in ${data}. Start one with npm start, or name its directory with --data.`)
  }
  const { db, close } = await openDatabase(data, { exclusive: false })
  try {
    if (command === 'list') {
      const rows = await db
        .selectFrom('credentials')
        .innerJoin('credential_boards', 'credential_boards.credential_id', 'credentials.id')
        .select(['client_id', 'name', 'scopes', 'board_id', 'role'])
        .orderBy('credentials.id')
        .execute()
      for (const row of rows)
        console.log(`${row.client_id}  ${row.name}  [${row.scopes}]  board ${row.board_id}: ${row.role}`)
      return
    }
    if (command === 'rotate' || command === 'retire') {
      return await changeSecrets(new CredentialStore(db), command, values.client)
    }
    if (!values.name?.trim()) throw new Error('--name is missing.')
    const boards = new Set((await db.selectFrom('boards').select('id').execute()).map((board) => board.id))
    const roles = (values.board ?? []).map((text) => readBoardRole(text, boards))
    const twice = roles.find((one, index) => roles.findIndex(({ boardId }) => boardId === one.boardId) < index)
    if (twice) throw new Error(`--board ${twice.boardId} is there twice: a key has one role on a board.`)
    if (roles.length === 0) throw new Error('--board is missing: a key reaches at least one board.')
    const scopes = values['read-only'] ? ['read'] : ['read', 'write']
    const { clientId, secret } = await new CredentialStore(db).create({
      name: values.name.trim(),
      scopes,
      roles,
      now: new Date(),
    })
    console.log(`${clientId} made. Its secret, shown only now:\n${secret}`)
  } finally {
    await close()
  }
}

async function changeSecrets(store: CredentialStore, command: 'rotate' | 'retire', client: string | undefined) {
  if (!client) throw new Error('--client is missing. List shows the ids.')
  const unknown = new Error(`There is no credential ${client}. List shows the ids.`)
  if (command === 'retire') {
    const count = await store.retireOlder(client, new Date())
    if (count === undefined) throw unknown
    console.log(count === 0 ? 'It has one secret only: nothing was retired.' : 'The older secret is retired.')
    return
  }
  const made = await store.rotate(client, new Date())
  if (made === undefined) throw unknown
  if (made === 'two-alive') throw new Error(`${client} has two secrets already. Retire the older one first.`)
  console.log(`A second secret of ${client}, shown only now:\n${made.secret}`)
}

function readBoardRole(text: string, boards: ReadonlySet<number>): { boardId: number; role: string } {
  const [id = '', role = '', ...others] = text.split(':')
  if (others.length > 0) throw new Error(`--board ${text}: write it as ID:ROLE.`)
  if (!boards.has(Number(id))) {
    throw new Error(`--board ${text}: there is no board ${id}. Known boards: ${[...boards].join(', ') || 'none'}.`)
  }
  if (!ROLE_ORDER.some((known) => known === role)) throw new Error(`--board ${text}: "${role}" is no role.`)
  return { boardId: Number(id), role }
}
