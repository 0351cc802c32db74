import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROLE_ORDER } from '#model/permissions.ts'
import { CredentialStore } from './store/credential-store.ts'
import { openDatabase } from './store/open-database.ts'

const HELP = `Usage:
  npm run credential -- create --name NAME --board ID:ROLE [--board ID:ROLE …] [--read-only] [--data DIR]
  npm run credential -- list [--data DIR]

Roles: ${ROLE_ORDER.join(', ')}.
The secret is printed once, at creation. The store keeps only its hash.
`

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
      data: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return console.log(HELP)
  const [command, ...others] = positionals
  if (command !== 'create' && command !== 'list') throw new Error('Say what to do: create or list.')
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

function readBoardRole(text: string, boards: ReadonlySet<number>): { boardId: number; role: string } {
  const [id = '', role = '', ...others] = text.split(':')
  if (others.length > 0) throw new Error(`--board ${text}: write it as ID:ROLE.`)
  if (!boards.has(Number(id))) {
    throw new Error(`--board ${text}: there is no board ${id}. Known boards: ${[...boards].join(', ') || 'none'}.`)
  }
  if (!ROLE_ORDER.some((known) => known === role)) throw new Error(`--board ${text}: "${role}" is no role.`)
  return { boardId: Number(id), role }
}
