import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { visibleText } from '#contract/schemas/text-schema.ts'
import { ROLE_ORDER } from '#model/permissions.ts'
import { MAX_NAME_LENGTH } from '../boards/card-fields.ts'
import { CommandError } from '../boards/command-error.ts'
import { DATA_DEFAULT, PROGRAMS } from '../messages/command-names.ts'
import { messages } from '../messages/messages.ts'
import { hasExpired } from '../store/credential-change.ts'
import type { BoardRole, CredentialSummary } from '../store/credential-rows.ts'
import { CredentialStore } from '../store/credential-store.ts'
import type { Database } from '../store/open-database.ts'
import type { WriteContext } from '../store/write-context.ts'
import { runProgram, storeLocation, withStore } from './run-program.ts'

const HELP = `Usage: ${PROGRAMS.credential} COMMAND [options]

  create --name NAME --board ID:ROLE [--board ID:ROLE]… [--email ADDRESS] [--read-only]
         [--expires 90d] [--by CLIENT]
  list                      show all keys
  audit                     show who changed which key
  rotate --client ID        add a second secret; both work
  retire --client ID        retire the older secret
  revoke --client ID        end all secrets
  edit --client ID [--name NAME] [--board ID:ROLE]… [--email ADDRESS | --email none]
       [--read-only | --read-write] [--expires 90d | --expires never]
                            --board replaces all boards

  --email ADDRESS
                 of the commits that this key makes on boards over a repository
  --by CLIENT    the roles given stop at the role of this key
  --data DIR     directory of the store ${DATA_DEFAULT.padEnd(16)}BOARD_DATA
                 Without --data, DATABASE_URL is used if it is set.

Roles: ${ROLE_ORDER.join(', ')}.
A secret is shown once, when it is created. The store contains only its hash.
`

type Values = ReturnType<typeof parse>['values']
type Command = (database: Database, values: Values) => Promise<void>

const COMMANDS: Readonly<Record<string, Command>> = {
  create: async (database, values) => {
    if (values.name === undefined) throw new CommandError(messages.credential.missingName)
    const roles = await parseRoles(database, values.board ?? [], values.by)
    if (roles.length === 0) throw new CommandError(messages.credential.missingBoard)
    const newKey = {
      name: keyName(values.name),
      scopes: values['read-only'] ? ['read'] : ['read', 'write'],
      roles,
      email: emailOf(values.email) ?? undefined,
      expiresAt: expiry(values.expires) ?? undefined,
    }
    const { clientId, secret } = await new CredentialStore(database).create(newKey, by(values))
    console.log(messages.credential.created(clientId, secret))
  },
  list: async (database) => {
    for (const key of await new CredentialStore(database).list()) console.log(listed(key))
  },
  audit: async (database) => {
    const lines = await new CredentialStore(database).audit()
    for (const line of lines) console.log(messages.board.audited(line))
  },
  rotate: async (database, values) => {
    const clientId = clientOf(values)
    const rotated = await new CredentialStore(database).rotate(clientId, by(values))
    if (rotated === undefined) throw unknownClient(clientId)
    if (rotated === 'revoked') throw new CommandError(messages.credential.alreadyRevoked(clientId))
    if (rotated === 'expired') throw new CommandError(messages.credential.alreadyExpired(clientId))
    if (rotated === 'two-active-secrets') {
      throw new CommandError(messages.credential.twoSecrets(clientId))
    }
    console.log(messages.credential.rotated(clientId, rotated.secret))
  },
  retire: async (database, values) => {
    const clientId = clientOf(values)
    const count = await new CredentialStore(database).retireOlder(clientId, by(values))
    if (count === undefined) throw unknownClient(clientId)
    console.log(count === 0 ? messages.credential.nothingRetired : messages.credential.retired)
  },
  revoke: async (database, values) => {
    const clientId = clientOf(values)
    const isKnown = await new CredentialStore(database).revoke(clientId, by(values))
    if (!isKnown) throw unknownClient(clientId)
    console.log(messages.credential.revoked(clientId))
  },
  edit: async (database, values) => {
    const clientId = clientOf(values)
    const change = {
      name: values.name === undefined ? undefined : keyName(values.name),
      email: emailOf(values.email),
      scopes: scopesOf(values),
      roles: values.board && (await parseRoles(database, values.board, values.by)),
      expiresAt: expiry(values.expires),
    }
    if (Object.values(change).every((value) => value === undefined)) {
      throw new CommandError(messages.board.nothingToChange)
    }
    const isKnown = await new CredentialStore(database).edit(clientId, change, by(values))
    if (!isKnown) throw unknownClient(clientId)
    console.log(messages.credential.edited(clientId))
  },
}

await runProgram(async () => {
  const { values, positionals } = parse()
  const [name = '', ...rest] = positionals
  if (values.help) return console.log(HELP)
  const run = COMMANDS[name]
  if (!run) throw new CommandError(messages.credential.missingCommand(Object.keys(COMMANDS)))
  if (rest.length > 0) throw new CommandError(messages.usage.unknownArguments(rest))
  await withStore(storeLocation(values.data), async (database) => {
    if (values.by !== undefined) await checkCreator(database, values.by)
    await run(database, values)
  })
})

function parse() {
  return parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      email: { type: 'string' },
      board: { type: 'string', multiple: true },
      'read-only': { type: 'boolean' },
      'read-write': { type: 'boolean' },
      expires: { type: 'string' },
      by: { type: 'string' },
      client: { type: 'string' },
      data: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
}

/** The operator at the machine, or the key in --by. */
function by({ by: client }: Values): WriteContext {
  return { actor: client ?? 'operator', now: new Date() }
}

function clientOf({ client }: Values): string {
  if (client === undefined) throw new CommandError(messages.credential.missingClient)
  return client
}

function unknownClient(clientId: string): CommandError {
  return new CommandError(messages.credential.unknownClient(clientId))
}

function keyName(text: string): string {
  const result = v.safeParse(visibleText('name', MAX_NAME_LENGTH), text)
  if (result.success) return result.output
  throw new CommandError(messages.board.optionInvalid('name', result.issues[0].message))
}

/** Null for "none", undefined without the option. */
function emailOf(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined
  if (text === 'none') return null
  if (/^[^\s<>@\p{C}]+@[^\s<>@\p{C}]+$/u.test(text) && text.length <= 254) return text
  throw new CommandError(messages.credential.emailFormat(text))
}

function scopesOf(values: Values): string[] | undefined {
  if (values['read-only']) return ['read']
  return values['read-write'] ? ['read', 'write'] : undefined
}

/** An ISO time, null for "never", undefined without the option. */
function expiry(value: string | undefined): string | null | undefined {
  if (value === undefined) return undefined
  if (value === 'never') return null
  const [, count, unit] = /^([1-9]\d{0,4})([hd])$/.exec(value) ?? []
  if (!count) throw new CommandError(messages.credential.expiresFormat(value))
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
