import { PROGRAMS } from './command-names.ts'

/** Output and usage errors of npm run board. */
export const boardCommandMessages = {
  optionInvalid: (option: string, problem: string) => `${option}: ${problem}.`,
  notNumber: (option: string, text: string) => `${option} must be a number, not "${text}".`,
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
  csvHeadTwice: (file: string, head: string) =>
    `${file} has the column ${head} twice. Remove one of the two.`,
  csvTitleMissing: (file: string) =>
    `${file} has no column title. The first line has to name the columns, such as: title,column,priority`,
  csvCellWithoutHead: (place: number, text: string) =>
    `cell ${place} (${text}) has no name in the first line. Name its column, or put a cell with a comma into quotes.`,
  csvQuotes: 'a quoted cell doesn’t end, or has text behind its quote. Write a quote in it twice.',
  csvFaults: (
    file: string,
    faults: readonly (readonly [line: number, fault: string])[],
    count = faults.length,
  ) => {
    const lines = faults.map(([line, fault]) => `${file}, line ${line}: ${fault}`)
    const more = count - faults.length
    return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
  },
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
  noBoards: `There are no boards yet. Create one: ${PROGRAMS.board} create --help`,
  audited: (line: { at: string; actor: string; action: string; subject: string; detail: string }) =>
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
} as const
