import { PROGRAMS } from './command-names.ts'

/** Output and usage errors of npm run credential. */
export const credentialCommandMessages = {
  noStoreIn: (directory: string) =>
    `There is no store in ${directory}. Create one with ${PROGRAMS.board} create, or pass its directory with --data.`,
  duplicateBoard: (boardId: number) =>
    `--board ${boardId} is given twice. A key has one role per board.`,
  boardFormat: (text: string) => `--board ${text}: use the format ID:ROLE.`,
  unknownBoard: (text: string, boardId: string, known: readonly number[]) =>
    `--board ${text}: there is no board ${boardId}. Known boards: ${known.join(', ') || 'none'}.`,
  unknownRole: (role: string) => `Unknown role "${role}".`,
  unknownClient: (clientId: string) =>
    `There is no key with the client id ${clientId}. Run list to see the ids.`,
  emailFormat: (text: string) =>
    `--email: "${text}" is no address. Use one such as ada@team.example, or none.`,
  expiresFormat: (text: string) =>
    `--expires: use hours or days, such as 12h or 90d, not "${text}".`,
  roleTooHigh: (role: string, clientId: string, limit: string) =>
    `${clientId} is ${limit} there, so it can’t give the role ${role}.`,
  listed: (key: {
    clientId: string
    name: string
    scopes: readonly string[]
    roles: readonly string[]
    created: string
    lastUsed: string | null
    expires: string | null
    secrets: number
    isRevoked: boolean
  }) =>
    [
      key.clientId,
      key.name,
      `[${key.scopes.join(' ')}]`,
      key.roles.join(', ') || 'no boards',
      `created ${key.created}`,
      key.lastUsed ? `last used ${key.lastUsed}` : 'never used',
      key.isRevoked ? 'revoked' : `${key.secrets} ${key.secrets === 1 ? 'secret' : 'secrets'}`,
      ...(key.expires ? [`expires ${key.expires}`] : []),
    ].join('  '),
  created: (clientId: string, secret: string) =>
    `Created ${clientId}. Secret (shown once):\n${secret}`,
  rotated: (clientId: string, secret: string) =>
    `Created a second secret for ${clientId} (shown once):\n${secret}`,
  twoSecrets: (clientId: string) =>
    `${clientId} already has two secrets. Retire the older one first.`,
  alreadyRevoked: (clientId: string) => `${clientId} is revoked. Create a new key instead.`,
  alreadyExpired: (clientId: string) =>
    `${clientId} has expired. Give it more time first: edit --client ${clientId} --expires 90d`,
  creatorReadOnly: (clientId: string) =>
    `${clientId} has only the read scope, so it can’t be named with --by.`,
  retired: 'Retired the older secret.',
  nothingRetired: 'This key has only one secret, so nothing was retired.',
  revoked: (clientId: string) => `Revoked ${clientId}. Its secrets no longer work.`,
  edited: (clientId: string) => `Changed ${clientId}.`,
} as const
