import { repositoryMessages } from './repository/repository-messages.ts'

/**
 * Every sentence that the service, the proxy, and the commands show to a person, except the texts
 * of --help.
 */
export const messages = {
  /** Details of the problems (RFC 9457) that the API returns. */
  problems: {
    internal: 'The board service couldn’t process this request. Nothing was changed.',
    changeMade:
      'The change was made, but the board service couldn’t present the result. Load the board again.',
    commitUncertain:
      'The board service lost its database during this change, so it’s unknown whether the change was made. Load the board again.',
    promotionUncertain:
      'The board service failed during this move, so it’s unknown whether the card was promoted. Load the board again.',
    storeBusy: 'The board service is busy. Nothing was changed. Try again.',
    notReady: 'The server runs, but its store or the board service behind it doesn’t work.',
    storeFull: 'The disk of the board service is full. Nothing was changed.',
    notFound: 'This path doesn’t exist.',
    methodNotAllowed: (methods: readonly string[]) => `Use ${methods.join(' or ')} for this path.`,
    hostNotAllowed:
      'This server doesn’t accept requests for this host name. Use the URL that it printed at startup, or start it with --public-url.',

    keyMissing: 'API key missing. Send it in a header: Authorization: Bearer <API_KEY>.',
    keyNotAccepted: 'This API key is not accepted. It’s mistyped, retired, or unknown.',
    scopeMissing: (scope: string) => `This key doesn’t have the ${scope} scope.`,
    noBoardAccess: 'This key doesn’t have access to any board.',

    workspaceUnknown: 'This key doesn’t have access to this board.',
    workspaceRequired: (header: string) =>
      `This key has access to several boards. Choose one in the ${header} header.`,
    projectUnknown: 'This project doesn’t exist on this board.',
    projectRequired: 'This board has several projects. Choose one in projectId.',
    cardUnknown: 'This board has no card with this number.',
    labelUnknown: 'This label doesn’t exist on this board.',

    bodyNotJsonType: 'Send a JSON body with the header Content-Type: application/json.',
    bodyEncoded: 'Send the body without a Content-Encoding.',
    bodyNotUtf8: 'The body isn’t valid UTF-8.',
    bodyNotJson: 'The body isn’t valid JSON.',
    bodyTooDeep: (levels: number) => `The body has more than ${levels} levels of nesting.`,
    bodyTooLarge: (kibibytes: number) => `The body is larger than ${kibibytes} KiB.`,
    unknownField: (path: string | null) => `unknown field ${path}`,

    cardChangeEmpty: 'Send statusId, labelIds, or both.',
    columnNotOnBoard: (statusId: string) => `statusId: this board has no column ${statusId}`,
    labelsNotOnBoard: (labelIds: readonly string[]) =>
      `labelIds: this board has no label ${labelIds.join(', ')}`,
    boardChanged: 'The board changed after the version in If-Match. Load it again.',
    cardMovedByOthers: (column: string) =>
      `Somebody else moved this card first. It’s now in ${column}.`,
    cardGone: 'Somebody else removed this card from the board.',
    labelExists: (name: string) => `A label named ${name} already exists.`,
    tooManyLabels: (limit: number) => `This board has ${limit} labels, and it can’t have more.`,
    tooManyWrites: (limit: number) => `Too many changes: the limit is ${limit} per minute.`,
    tooManyLoads: (limit: number) => `Too many loads: the limit is ${limit} per minute.`,
    tooManyRejectedKeys: 'Too many keys from this address were not accepted. Wait a minute.',
    tooManyResponses: (limit: number) =>
      `This key is receiving ${limit} responses already. Read them first.`,
    expectationFailed: 'This server supports only the expectation 100-continue.',
    requestMalformed: 'The request isn’t valid HTTP.',
    requestTimedOut: 'The request didn’t arrive in time.',
    headersTooLarge: 'The headers of the request are too large.',
  },

  /** Details of the problems that the web server and the proxy return. */
  proxy: {
    serverInternal: 'The web server couldn’t process this request.',
    internal: 'The proxy couldn’t process this request.',
    connectTimedOut: 'The board service didn’t accept the connection in time.',
    responseTimedOut: 'The board service didn’t respond in time.',
    unreachable: 'Couldn’t connect to the board service.',
    dnsFailed: 'Couldn’t find the host name of the board service (DNS). Check the --service URL.',
    tlsFailed: (code: string) =>
      `The certificate of the board service was not accepted (TLS, ${code}).`,
    notHttp: 'The board service didn’t respond with valid HTTP.',
    compressed: 'The board service compressed its response, although the proxy asked it not to.',
    tooBusy: 'The proxy is handling too many requests. Try again.',
    redirected:
      'The board service returned a redirect, and the proxy doesn’t follow redirects. Check the --service URL.',
    connectionClosed: 'The board service closed the connection mid-response.',
    responseTooLarge: 'The response of the board service is too large.',
    invalidStatus: 'The board service returned an invalid status code.',
  },

  /** Name of an assignee in the store that has none. */
  unnamedAssignee: 'Unnamed',

  /** Usage errors of npm start. */
  usage: {
    seeHelp: 'To see all options, run: npm start -- --help',
    seeCommandHelp: 'To see all commands and options, add --help.',
    unparsable: 'Couldn’t parse the options.',
    unknownArguments: (args: readonly string[]) =>
      `Unknown ${args.length === 1 ? 'argument' : 'arguments'}: ${args.join(' ')}`,
    unknownOption: (option: string) => `Unknown option ${option}.`,
    emptyWithDemoCards: '--empty and --demo-cards can’t be combined.',
    repoMissing: (option: string) => `--${option} is for boards over repositories. Add --repo.`,
    repoWithDemoCards: '--repo and --demo-cards can’t be combined.',
    minRoleInvalid: (text: string, roles: readonly string[]) =>
      `--min-role must be ROLE or BRANCH=ROLE with one of ${roles.join(', ')}, not "${text}".`,
    embeddedOnly: (option: string) =>
      `--${option} is for the embedded service. It can’t be combined with --service.`,
    publicUrlInvalid: (text: string) =>
      `--public-url must be the URL that people open, such as https://board.example, not "${text}".`,
    logLevelUnknown: (text: string, known: readonly string[]) =>
      `--log-level must be one of ${known.join(', ')}, not "${text}".`,
    buildFailed: 'The app couldn’t be built. Run npm run build to see why.',
    notWholeNumber: (option: string, min: number, max: number, text: string) =>
      `${option} must be a whole number from ${min} to ${max}, not "${text}".`,
    serviceNotUrl: (text: string) =>
      `--service must be the base URL of a service, such as https://board.example, not "${text}".`,
    serviceNotBaseUrl:
      '--service must be a base URL with no user, password, query, or fragment. Enter API keys in the app.',
    serviceInsecure: (origin: string) =>
      `${origin} doesn’t use https, so API keys would be sent unencrypted. Use https, or add --insecure-upstream.`,
    corsNotOrigin: (text: string) =>
      `--cors must be an origin, such as https://board.example, not "${text}".`,
    portInUse: (port: number) =>
      `Port ${port} is in use. Stop the other program, or choose another port with --port.`,
    directoryInUse: (directory: string) =>
      `Another board service is using ${directory}. Stop it, or use another --data directory.`,
    directoryUnusable: (directory: string, reason: string) =>
      `Couldn’t use the data directory ${directory}: ${reason}. Check that it’s a directory that you own and that its disk has free space.`,
    databaseLost: (directory: string) =>
      `${directory} belonged to a store, but its board.db is missing or empty. Restore a backup with npm run board -- restore FILE --data DIR. To start again from nothing, use another --data directory.`,
    databaseUnreadable: (file: string, reason: string) =>
      `Couldn’t open ${file}: ${reason}. If it’s damaged, restore a backup with npm run board -- restore FILE --data DIR into an empty directory.`,
    databaseForeign: (file: string) =>
      `${file} is a database of another program. Use another --data directory.`,
    databaseMismatch:
      'The board.db in this directory belongs to another store. Restore the file that belongs here, or delete the file store-id if the exchange was on purpose.',
    demoCardsOnExistingBoard: (directory: string, cards: number) =>
      `${directory} already contains a board, so you can’t use --demo-cards ${cards}. Use another --data directory.`,
  },

  /** Output of npm start and npm run dev. */
  startup: {
    failed: (message: string) => `Couldn’t start: ${message}`,
    building: 'Building the app…',
    pageNotBuilt:
      'The app isn’t built from these sources, and Vite isn’t installed. Run: npm ci && npm run build',
    pageMissing: (directory: string) =>
      `${directory} doesn’t contain index.html. Run npm run build.`,
    schemaTooNew: (migrations: readonly string[]) =>
      `A newer version of this program wrote the store (${migrations.join(', ')}). Start the newer version, or use another --data directory.`,
    proxying: (url: string) => `Proxying /v1 to ${url}`,
    signInLinks:
      'Sign-in links for the demo keys (each link contains its key, so treat it like a password):',
    devSignInLinks: 'Sign-in links for the demo keys: append one to the URL below.',
    noBoards: 'The store has no boards yet. Create one: npm run board -- create --help',
    demoGate: (repository: string | undefined) =>
      repository === undefined
        ? 'The moves of the demo are scripted: no repository is behind it.'
        : `The demo’s main board is over a real git repository: ${repository}`,
    noDemoKeys:
      'Connect with a key. Create one: npm run credential -- create --name NAME --board ID:ROLE',
    demoKeysHidden:
      'Connect with a demo key. To print the sign-in links: npm start -- --show-links',
    unencrypted: (host: string) =>
      `Warning: ${host} can be reached from other machines without encryption, so keys can be read on the way. Put a proxy with TLS in front, and start with --public-url https://….`,
    pageOutdated:
      'Serving the app as it was built: the sources have changed, and Vite isn’t installed.',
    ready: (url: string) => `Board ready at ${url}`,
  },

  /** Output and usage errors of npm run board. */
  board: {
    missingCommand: (commands: readonly string[]) =>
      `Missing command. Use one of: ${commands.join(', ')}.`,
    missingOption: (option: string) => `--${option} is missing.`,
    missingFile: 'Name the file after the command.',
    optionInvalid: (option: string, problem: string) => `--${option}: ${problem}.`,
    notNumber: (option: string, text: string) => `--${option} must be a number, not "${text}".`,
    columnsFormat: (text: string) =>
      `--columns: "${text}" isn’t NAME:ROLE. Use a list such as "Queued:member,Released:maintainer".`,
    nothingToChange: 'Nothing to change. Add at least one option with a new value.',
    unknown: (id: number, known: readonly number[]) =>
      `There is no board ${id}. Known boards: ${known.join(', ') || 'none'}.`,
    cardUnknown: (board: number, number: number) => `Board ${board} has no card #${number}.`,
    nameUnknown: (type: string, name: string, known: readonly string[]) =>
      `The board has no ${type} "${name}". Known: ${known.join(', ') || 'none'}. To add one, see --help.`,
    nothingYet: (type: string) => `The board has no ${type} yet. Create one first.`,
    namesTwice: (names: readonly string[]) => `Given twice: ${names.join(', ')}.`,
    columnHasCards: (name: string, count: number) =>
      `The column ${name} still has ${count} ${count === 1 ? 'card' : 'cards'}. Move them first, for example with edit-card.`,
    fileMissing: (file: string) => `There is no file ${file}.`,
    fileExists: (file: string) => `${file} already exists. Choose another name.`,
    fileNotJson: (file: string) =>
      `${file} isn’t valid JSON. Import a .json file that export has written, or a .csv file.`,
    fileInvalid: (file: string, faults: readonly string[]) =>
      `${file} isn’t a board:\n  ${faults.join('\n  ')}`,
    fileDuplicates: (file: string, names: readonly string[]) =>
      `${file} has the same name or number twice: ${names.join(', ')}.`,
    csvHeads: (file: string, unknown: readonly string[], known: readonly string[]) =>
      `${file}: unknown columns ${unknown.join(', ')}. Use: ${known.join(', ')}.`,
    csvLine: (file: string, line: number, problem: string) => `${file}, line ${line}: ${problem}`,
    csvNeedsBoard: 'A CSV file has only cards. Name the board with --board.',
    backUpPostgres: 'This command copies SQLite stores. Back up PostgreSQL with pg_dump.',
    restorePostgres: 'This command restores SQLite stores. Restore PostgreSQL with pg_restore.',
    directoryNotEmpty: (directory: string) =>
      `${directory} isn’t empty. Restore into a new directory with --data.`,
    created: (id: number, projects: readonly number[]) =>
      `Created board ${id} with projects ${projects.join(', ')}`,
    columnsSet: (id: number, names: readonly string[]) =>
      `Board ${id} has the columns ${names.join(', ')}`,
    addedToBoard: (id: number, names: readonly string[]) =>
      `Added ${names.join(', ')} to board ${id}`,
    cardAdded: (number: number) => `Added #${number}`,
    cardEdited: (number: number) => `Changed #${number}`,
    cardRemoved: (number: number) => `Removed #${number}`,
    cardUnblocked: (number: number) => `Unblocked #${number}`,
    cardNotBlocked: (number: number) => `#${number} isn’t blocked, so nothing was changed.`,
    imported: (id: number, cards: number) => `Imported ${cards} cards into board ${id}`,
    exported: (cards: number, file: string) => `Exported ${cards} cards to ${file}`,
    listed: (board: {
      id: number
      name: string
      projects: readonly string[]
      columns: readonly string[]
      cards: number
    }) =>
      `${board.id}  ${board.name}  ${board.cards} ${board.cards === 1 ? 'card' : 'cards'}  projects: ${board.projects.join(', ')}  columns: ${board.columns.join(', ')}`,
    noBoards: 'There are no boards yet. Create one: npm run board -- create --help',
    audited: (line: {
      at: string
      actor: string
      action: string
      subject: string
      detail: string
    }) =>
      [line.at, line.actor, line.action, line.subject, line.detail]
        .join('  ')
        .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd')
        .trimEnd(),
    notBackup: 'it has no boards, or it is damaged',
    notUtf8: (file: string) =>
      `${file} isn’t UTF-8. Save it as UTF-8, and import it again. Nothing was imported.`,
    backupInvalid: (file: string, problem: string) =>
      `${file} isn’t a whole backup: ${problem}. Nothing was restored.`,
    projectExists: (name: string) => `The board already has a project "${name}".`,
    backedUp: (file: string) => `Backed up to ${file}`,
    restored: (file: string, directory: string) => `Restored ${file} into ${directory}`,
  },

  /** Output and usage errors of npm run credential. */
  credential: {
    missingCommand: (commands: readonly string[]) =>
      `Missing command. Use one of: ${commands.join(', ')}.`,
    noStoreIn: (directory: string) =>
      `There is no store in ${directory}. Create one with npm run board -- create, or pass its directory with --data.`,
    missingName: '--name is missing.',
    missingBoard: '--board is missing. A key must have access to at least one board.',
    missingClient: '--client is missing. Run list to see the ids.',
    duplicateBoard: (boardId: number) =>
      `--board ${boardId} is given twice. A key has one role per board.`,
    boardFormat: (text: string) => `--board ${text}: use the format ID:ROLE.`,
    unknownBoard: (text: string, boardId: string, known: readonly number[]) =>
      `--board ${text}: there is no board ${boardId}. Known boards: ${known.join(', ') || 'none'}.`,
    unknownRole: (role: string) => `Unknown role "${role}".`,
    unknownClient: (clientId: string) =>
      `There is no key with the client id ${clientId}. Run list to see the ids.`,
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
  },

  repository: repositoryMessages,
} as const
