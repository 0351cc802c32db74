import { PROGRAMS } from './command-names.ts'

/** Usage errors of npm start. */
export const usageMessages = {
  seeHelp: `To see all options, run: ${PROGRAMS.start} --help`,
  seeCommandHelp: 'To see all commands and options, add --help.',
  unparsable: 'Couldn’t parse the options.',
  unknownArguments: (args: readonly string[]) =>
    `Unknown ${args.length === 1 ? 'argument' : 'arguments'}: ${args.join(' ')}`,
  unknownOption: (option: string) => `Unknown option ${option}.`,
  missingCommand: (commands: readonly string[]) =>
    `Missing command. Use one of: ${commands.join(', ')}.`,
  missingFile: 'Name the file after the command.',
  missingOption: (option: string, hint = '') => `${option} is missing. ${hint}`.trimEnd(),
  notOfCommand: (command: string, option: string) => `${command} has no option ${option}.`,
  databaseUrlInvalid: 'DATABASE_URL must be a URL, such as postgres://user:password@host/database.',
  notTogether: (option: string, other: string) => `${option} can’t be combined with ${other}.`,
  needsOption: (option: string, needed: string) => `${option} needs ${needed}.`,
  notOneOf: (option: string, known: readonly string[], text: string) =>
    `${option} must be one of ${known.join(', ')}, not "${text}".`,
  forgeUrlInvalid:
    '--forge-url must be where the forge is, such as https://git.team.example, with https and without a user or password.',
  forgeProjectInvalid: (text: string) =>
    `--forge-project must be the project’s path on the forge, such as team/app, not "${text}".`,
  tokenInvalid: (path: string) => `${path} must have one token and nothing else.`,
  minRoleInvalid: (text: string, roles: readonly string[]) =>
    `--min-role must be ROLE or BRANCH=ROLE with one of ${roles.join(', ')}, not "${text}".`,
  publicUrlInvalid: (text: string) =>
    `--public-url must be the URL that people open, such as https://board.example, not "${text}".`,
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
    `${directory} belonged to a store, but its board.db is missing or empty. Restore a backup with ${PROGRAMS.board} restore FILE --data DIR. To start again from nothing, use another --data directory.`,
  databaseUnreadable: (file: string, reason: string) =>
    `Couldn’t open ${file}: ${reason}. If it’s damaged, restore a backup with ${PROGRAMS.board} restore FILE --data DIR into an empty directory.`,
  databaseForeign: (file: string) =>
    `${file} is a database of another program. Use another --data directory.`,
  databaseMismatch:
    'The board.db in this directory belongs to another store. Restore the file that belongs here, or delete the file store-id if the exchange was on purpose.',
  demoCardsOnExistingBoard: (directory: string, cards: number) =>
    `${directory} already contains a board, so you can’t use --demo-cards ${cards}. Use another --data directory.`,
} as const
