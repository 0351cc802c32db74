const PROBLEM_TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Key not accepted',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Board changed',
  413: 'Request body too large',
  421: 'Host not allowed',
  429: 'Too many changes',
  502: 'Board service error',
  504: 'Board service timed out',
}

/**
 * Every sentence that the service, the proxy, and the commands show to a person, except the texts
 * of --help.
 */
export const messages = {
  problemTitle: (status: number) => PROBLEM_TITLES[status] ?? 'Internal error',

  /** Details of the problems (RFC 9457) that the API returns. */
  problems: {
    internal: 'The board service couldn’t process this request. Nothing was changed.',
    notFound: 'This path doesn’t exist.',
    methodNotAllowed: (methods: readonly string[]) => `Use ${methods.join(' or ')} for this path.`,
    hostNotAllowed:
      'This server doesn’t accept requests for this host name. Use the URL that it printed at startup.',

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
    bodyNotJson: 'The body isn’t valid JSON.',
    bodyTooDeep: (levels: number) => `The body has more than ${levels} levels of nesting.`,
    bodyTooLarge: (kibibytes: number) => `The body is larger than ${kibibytes} KiB.`,
    unknownField: (path: string | null) => `unknown field ${path}`,

    cardChangeEmpty: 'Send statusId, labelIds, or both.',
    columnNotOnBoard: (statusId: string) => `statusId: this board has no column ${statusId}`,
    labelsNotOnBoard: (labelIds: readonly string[]) =>
      `labelIds: this board has no label ${labelIds.join(', ')}`,
    boardChanged: 'The board changed after the version in If-Match. Load it again.',
    cardMovedByOthers: 'Other people moved this card at the same time. Try again.',
    labelExists: (name: string) => `A label named ${name} already exists.`,
    tooManyWrites: (limit: number) => `Too many changes: the limit is ${limit} per minute.`,
  },

  /** Details of the problems that the web server and the proxy return. */
  proxy: {
    serverInternal: 'The web server couldn’t process this request.',
    internal: 'The proxy couldn’t process this request.',
    connectTimedOut: 'The board service didn’t accept the connection in time.',
    responseTimedOut: 'The board service didn’t respond in time.',
    unreachable: 'Couldn’t connect to the board service.',
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
    unparsable: 'Couldn’t parse the options.',
    unknownArguments: (args: readonly string[]) =>
      `Unknown ${args.length === 1 ? 'argument' : 'arguments'}: ${args.join(' ')}`,
    emptyWithDemoCards: '--empty and --demo-cards can’t be combined.',
    embeddedOnly: (option: string) =>
      `--${option} is for the embedded service. It can’t be combined with --service.`,
    databaseUrl:
      'DATABASE_URL is set, but this version stores boards only in SQLite. Unset it, and use --data DIR.',
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
    noBoards:
      'The store has no boards, and no command creates one yet. Start without --empty to add the demo.',
    noDemoKeys:
      'This board has no demo keys. Create a key: npm run credential -- create --name NAME --board ID:ROLE',
    ready: (url: string) => `Board ready at ${url}`,
    requestFailed: (requestId: string) => `Request ${requestId} failed:`,
  },

  /** Output and usage errors of npm run credential. */
  credential: {
    missingCommand: (commands: readonly string[]) =>
      `Missing command. Use one of: ${commands.join(', ')}.`,
    noBoardIn: (directory: string) =>
      `There is no board in ${directory}. Create one with npm start, or pass its directory with --data.`,
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
    listed: (key: {
      clientId: string
      name: string
      scopes: string
      boardId: number
      role: string
    }) => `${key.clientId}  ${key.name}  [${key.scopes}]  board ${key.boardId}: ${key.role}`,
    created: (clientId: string, secret: string) =>
      `Created ${clientId}. Secret (shown once):\n${secret}`,
    rotated: (clientId: string, secret: string) =>
      `Created a second secret for ${clientId} (shown once):\n${secret}`,
    twoSecrets: (clientId: string) =>
      `${clientId} already has two secrets. Retire the older one first.`,
    retired: 'Retired the older secret.',
    nothingRetired: 'This key has only one secret, so nothing was retired.',
  },
} as const
