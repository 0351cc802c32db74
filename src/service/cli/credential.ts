import { ROLE_ORDER } from '#model/permissions.ts'
import { MAX_NAME_LENGTH } from '../boards/card-fields.ts'
import { CommandError } from '../boards/command-error.ts'
import { PROGRAMS } from '../messages/command-names.ts'
import { messages } from '../messages/messages.ts'
import { hasExpired } from '../store/credential-change.ts'
import type { BoardRole, CredentialSummary } from '../store/credential-rows.ts'
import { CredentialStore } from '../store/credential-store.ts'
import type { Database } from '../store/open-database.ts'
import type { WriteContext } from '../store/write-context.ts'
import { visible } from './board-options.ts'
import { command, runCommand } from './operator-command.ts'
import { commandHelp } from './option-help.ts'
import { list, needed, single, toggle } from './option-table.ts'
import { runProgram } from './run-program.ts'

const CLIENT = single('ID', 'id of a key', { hint: 'Run list to see the ids.' })
const BOARDS = list('ID:ROLE', `a board and a role of the key there: ${ROLE_ORDER.join(', ')}`, {
  hint: 'A key must have access to at least one board.',
})
const NAME = single('NAME', 'name of the key', { read: visible(MAX_NAME_LENGTH) })
const EMAIL = single(
  'ADDRESS',
  'of the commits that the key makes on boards over a repository; or none',
  { read: parseEmail },
)
const EXPIRES = single('TIME', 'such as 12h or 90d; or never', { read: parseExpiry })
const READ_ONLY = toggle('the key can’t change anything')
/** Of each command that changes a key. */
const BY = { by: single('CLIENT', 'the key that does it: what it gives stops at its own role') }

const COMMANDS = {
  create: command({
    about: 'create a key and show its secret, once: the store has only its hash',
    options: {
      name: needed(NAME),
      board: needed(BOARDS),
      email: EMAIL,
      readOnly: READ_ONLY,
      expires: EXPIRES,
      ...BY,
    },
    run: (values) => async (database) => {
      const context = await contextOf(database, values)
      const newKey = {
        name: values.name,
        scopes: values.readOnly ? ['read'] : ['read', 'write'],
        roles: await parseRoles(database, values.board, values.by),
        email: values.email ?? undefined,
        expiresAt: values.expires ?? undefined,
      }
      const { clientId, secret } = await new CredentialStore(database).create(newKey, context)
      console.log(messages.credential.created(clientId, secret))
    },
  }),
  list: command({
    about: 'show all keys',
    options: {},
    run: () => async (database) => {
      for (const key of await new CredentialStore(database).list()) console.log(listed(key))
    },
  }),
  audit: command({
    about: 'show who changed which key',
    options: {},
    run: () => async (database) => {
      const lines = await new CredentialStore(database).audit()
      for (const line of lines) console.log(messages.board.audited(line))
    },
  }),
  rotate: command({
    about: 'add a second secret; both work',
    options: { client: needed(CLIENT), ...BY },
    run: (values) => async (database) => {
      const { client } = values
      const context = await contextOf(database, values)
      const rotated = await new CredentialStore(database).rotate(client, context)
      if (rotated === undefined) throw unknownClient(client)
      if (rotated === 'revoked') throw new CommandError(messages.credential.alreadyRevoked(client))
      if (rotated === 'expired') throw new CommandError(messages.credential.alreadyExpired(client))
      if (rotated === 'two-active-secrets') {
        throw new CommandError(messages.credential.twoSecrets(client))
      }
      console.log(messages.credential.rotated(client, rotated.secret))
    },
  }),
  retire: command({
    about: 'retire the older secret',
    options: { client: needed(CLIENT), ...BY },
    run: (values) => async (database) => {
      const context = await contextOf(database, values)
      const count = await new CredentialStore(database).retireOlder(values.client, context)
      if (count === undefined) throw unknownClient(values.client)
      console.log(count === 0 ? messages.credential.nothingRetired : messages.credential.retired)
    },
  }),
  revoke: command({
    about: 'end all secrets',
    options: { client: needed(CLIENT), ...BY },
    run: (values) => async (database) => {
      const context = await contextOf(database, values)
      const isKnown = await new CredentialStore(database).revoke(values.client, context)
      if (!isKnown) throw unknownClient(values.client)
      console.log(messages.credential.revoked(values.client))
    },
  }),
  edit: command({
    about: 'change a key; --board replaces all its boards',
    options: {
      client: needed(CLIENT),
      name: NAME,
      board: BOARDS,
      email: EMAIL,
      readOnly: { ...READ_ONLY, conflicts: ['readWrite'] },
      readWrite: toggle('the key can change what its roles allow'),
      expires: EXPIRES,
      ...BY,
    },
    run: (values) => async (database) => {
      const { client, name, email, board, expires } = values
      const context = await contextOf(database, values)
      const roles = board.length > 0 ? await parseRoles(database, board, values.by) : undefined
      const change = { name, email, scopes: scopesOf(values), roles, expiresAt: expires }
      if (Object.values(change).every((value) => value === undefined)) {
        throw new CommandError(messages.board.nothingToChange)
      }
      const isKnown = await new CredentialStore(database).edit(client, change, context)
      if (!isKnown) throw unknownClient(client)
      console.log(messages.credential.edited(client))
    },
  }),
}

const HELP = commandHelp(PROGRAMS.credential, COMMANDS)

await runProgram(() => runCommand(COMMANDS, HELP, process.argv.slice(2)))

/** The operator at the machine, or the key in --by. Throws CommandError. */
async function contextOf(
  database: Database,
  { by }: { by: string | undefined },
): Promise<WriteContext> {
  if (by !== undefined) await checkCreator(database, by)
  return { actor: by ?? 'operator', now: new Date() }
}

function unknownClient(clientId: string): CommandError {
  return new CommandError(messages.credential.unknownClient(clientId))
}

/** Null for "none". */
function parseEmail(text: string): string | null {
  if (text === 'none') return null
  if (/^[^\s<>@\p{C}]+@[^\s<>@\p{C}]+$/u.test(text) && text.length <= 254) return text
  throw new CommandError(messages.credential.emailFormat(text))
}

function scopesOf({ readOnly, readWrite }: { readOnly: boolean; readWrite: boolean }) {
  if (readOnly) return ['read']
  return readWrite ? ['read', 'write'] : undefined
}

/** An ISO time, or null for "never". */
function parseExpiry(text: string): string | null {
  if (text === 'never') return null
  const [, count, unit] = /^([1-9]\d{0,4})([hd])$/.exec(text) ?? []
  if (!count) throw new CommandError(messages.credential.expiresFormat(text))
  const hours = Number(count) * (unit === 'd' ? 24 : 1)
  return new Date(Date.now() + hours * 3_600_000).toISOString()
}

async function parseRoles(
  database: Database,
  texts: readonly string[],
  limitedBy: string | undefined,
): Promise<BoardRole[]> {
  const boards = await database.reader.selectFrom('boards').select('id').orderBy('id').execute()
  const ids = boards.map((board) => board.id)
  const roles = texts.map((text) => parseBoardRole(text, ids))
  const seenIds = new Set<number>()
  for (const { boardId } of roles) {
    if (seenIds.has(boardId)) throw new CommandError(messages.credential.duplicateBoard(boardId))
    seenIds.add(boardId)
  }
  if (limitedBy !== undefined) await checkLimit(database, roles, limitedBy)
  return roles
}

function parseBoardRole(text: string, ids: readonly number[]): BoardRole {
  const [id = '', role = '', ...rest] = text.split(':')
  if (rest.length > 0) throw new CommandError(messages.credential.boardFormat(text))
  const boardId = ids.find((known) => String(known) === id)
  if (boardId === undefined) {
    throw new CommandError(messages.credential.unknownBoard(text, id, ids))
  }
  if (!ROLE_ORDER.some((known) => known === role)) {
    throw new CommandError(messages.credential.unknownRole(role))
  }
  return { boardId, role }
}

/** A key gets at most the role of its creator (spec 5.1). */
async function checkLimit(
  database: Database,
  roles: readonly BoardRole[],
  clientId: string,
): Promise<void> {
  const creator = await checkCreator(database, clientId)
  const rank = (role: string) => [...ROLE_ORDER].map(String).indexOf(role)
  for (const { boardId, role } of roles) {
    const limit = creator.boards.find((board) => board.boardId === boardId)?.role ?? 'not a member'
    if (rank(role) > rank(limit)) {
      throw new CommandError(messages.credential.roleTooHigh(role, clientId, limit))
    }
  }
}

/** A key that couldn't write itself can't be named as the one that does. */
async function checkCreator(database: Database, clientId: string): Promise<CredentialSummary> {
  const keys = await new CredentialStore(database).list()
  const creator = keys.find((key) => key.clientId === clientId)
  if (!creator) throw unknownClient(clientId)
  const { alreadyRevoked, alreadyExpired, creatorReadOnly } = messages.credential
  if (creator.revokedAt !== null) throw new CommandError(alreadyRevoked(clientId))
  if (hasExpired(creator.expiresAt, new Date())) throw new CommandError(alreadyExpired(clientId))
  if (!creator.scopes.includes('write')) throw new CommandError(creatorReadOnly(clientId))
  return creator
}

function listed(key: CredentialSummary): string {
  return messages.credential.listed({
    clientId: key.clientId,
    name: key.email === null ? key.name : `${key.name} <${key.email}>`,
    scopes: key.scopes,
    roles: key.boards.map(({ boardId, role }) => `board ${boardId}: ${role}`),
    created: key.createdAt.slice(0, 10),
    lastUsed: key.lastUsedOn,
    expires: key.expiresAt,
    secrets: key.activeSecrets,
    isRevoked: key.revokedAt !== null,
  })
}
