import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { PALETTE } from '#contract/palette.ts'
import { backUp, restore } from '../boards/back-up.ts'
import { MAX_NAME_LENGTH } from '../boards/card-fields.ts'
import {
  addLabels,
  addProjects,
  changeBoard,
  createBoard,
  setColumns,
} from '../boards/change-board.ts'
import { CommandError } from '../boards/command-error.ts'
import { addCard, editCard, removeCard, unblockCard } from '../boards/edit-card.ts'
import { listAudit, listBoards } from '../boards/list-boards.ts'
import { exportBoard, importIntoBoard, importNewBoard } from '../boards/transfer-board.ts'
import { messages } from '../messages/messages.ts'
import { type Database, openDatabase } from '../store/open-database.ts'
import type { WriteContext } from '../store/write-context.ts'
import {
  BOARD_HELP,
  type BoardValues,
  boardOf,
  cardChange,
  namesOf,
  numberOf,
  oneOf,
  parseBoardArguments,
  parseColumns,
  parseImport,
  required,
  text,
  withoutEmpty,
} from './board-options.ts'
import { runProgram, storeLocation, withStore } from './run-program.ts'

interface Input {
  values: BoardValues
  file: string | undefined
}

type Command = (database: Database, input: Input) => Promise<void>
type CreatingCommand = (database: Database) => Promise<void>

/** They need a store that exists. */
const COMMANDS: Readonly<Record<string, Command>> = {
  columns: async (database, { values }) => {
    const columns = parseColumns(required(values.columns, 'columns'))
    const boardId = boardOf(values)
    await changeBoard(database, boardId, byOperator(), (board) => setColumns(board, columns))
    print(
      messages.board.columnsSet(
        boardId,
        columns.map((column) => column.name),
      ),
    )
  },
  project: async (database, { values }) => {
    const names = namesOf(values.project, 'project')
    if (names.length === 0) throw new CommandError(messages.board.missingOption('project'))
    const boardId = boardOf(values)
    await changeBoard(database, boardId, byOperator(), (board) => addProjects(board, names))
    print(messages.board.addedToBoard(boardId, names))
  },
  label: async (database, { values }) => {
    const names = namesOf(values.label, 'label')
    if (names.length === 0) throw new CommandError(messages.board.missingOption('label'))
    const color = oneOf(values.color ?? PALETTE[0], PALETTE, 'color')
    const labels = names.map((name) => ({ name, color }))
    const boardId = boardOf(values)
    await changeBoard(database, boardId, byOperator(), (board) => addLabels(board, labels))
    print(messages.board.addedToBoard(boardId, names))
  },
  'add-card': async (database, { values }) => {
    const { title, ...others } = withoutEmpty(cardChange(values))
    const card = { ...others, title: required(title, 'title') }
    const number = await changeBoard(database, boardOf(values), byOperator(), (board) =>
      addCard(board, card),
    )
    print(messages.board.cardAdded(number))
  },
  'edit-card': async (database, { values }) => {
    const change = cardChange(values)
    if (Object.keys(change).length === 0) throw new CommandError(messages.board.nothingToChange)
    const number = numberOf(values.card, 'card')
    await changeBoard(database, boardOf(values), byOperator(), (board) =>
      editCard(board, number, change),
    )
    print(messages.board.cardEdited(number))
  },
  'remove-card': async (database, { values }) => {
    const number = numberOf(values.card, 'card')
    await changeBoard(database, boardOf(values), byOperator(), (board) => removeCard(board, number))
    print(messages.board.cardRemoved(number))
  },
  unblock: async (database, { values }) => {
    const number = numberOf(values.card, 'card')
    const isDone = await changeBoard(database, boardOf(values), byOperator(), (board) =>
      unblockCard(board, number),
    )
    print(isDone ? messages.board.cardUnblocked(number) : messages.board.cardNotBlocked(number))
  },
  list: async (database) => {
    const boards = await listBoards(database)
    if (boards.length === 0) print(messages.board.noBoards)
    for (const board of boards) print(messages.board.listed(board))
  },
  export: async (database, { values }) => {
    const file = await exportBoard(database, boardOf(values))
    const text = `${JSON.stringify(file, null, 2)}\n`
    if (values.out === undefined) return print(text.trimEnd())
    if (existsSync(values.out)) throw new CommandError(messages.board.fileExists(values.out))
    writeFileSync(values.out, text)
    print(messages.board.exported(file.cards.length, values.out))
  },
  audit: async (database, { values }) => {
    for (const line of await listAudit(database, boardOf(values)))
      print(messages.board.audited(line))
  },
  backup: async (database, { file }) => {
    const target = required(file, undefined)
    await backUp(database, target)
    print(messages.board.backedUp(target))
  },
}

/** They also create the store, once everything that was typed is known to be right. */
const CREATING_COMMANDS: Readonly<Record<string, (input: Input) => CreatingCommand>> = {
  create: ({ values }) => {
    const name = text(required(values.name, 'name'), 'name', MAX_NAME_LENGTH)
    const columns = parseColumns(required(values.columns, 'columns'))
    const given = namesOf(values.project, 'project')
    const projects = given.length > 0 ? given : [name]
    return async (database) => {
      const created = await createBoard(database, byOperator(), { name, columns, projects })
      print(messages.board.created(created.boardId, created.projectIds))
    }
  },
  import: ({ values, file }) => {
    const name = required(file, undefined)
    if (!existsSync(name)) throw new CommandError(messages.board.fileMissing(name))
    const content = parseImport(name, readUtf8(name))
    if (values.board !== undefined) {
      const boardId = boardOf(values)
      const replace = values.replace ?? false
      return async (database) => {
        const count = await importIntoBoard(database, boardId, byOperator(), content, replace)
        print(messages.board.imported(boardId, count))
      }
    }
    if (!('name' in content)) throw new CommandError(messages.board.csvNeedsBoard)
    return async (database) => {
      const { boardId } = await importNewBoard(database, byOperator(), content)
      print(messages.board.imported(boardId, content.cards.length))
    }
  },
}

const NAMES = [...Object.keys(CREATING_COMMANDS), ...Object.keys(COMMANDS), 'restore']

await runProgram(async () => {
  const { values, positionals } = parseBoardArguments()
  const [name = '', file, ...rest] = positionals
  if (values.help) return print(BOARD_HELP)
  if (!NAMES.includes(name)) throw new CommandError(messages.board.missingCommand(NAMES))
  if (rest.length > 0) throw new CommandError(messages.usage.unknownArguments(rest))
  const location = storeLocation(values.data)
  if (name === 'restore') {
    if (location.type === 'postgres') throw new CommandError(messages.board.restorePostgres)
    await restore(required(file, undefined), location.path)
    return print(messages.board.restored(file ?? '', location.path))
  }
  const create = CREATING_COMMANDS[name]?.({ values, file })
  if (create) {
    const database = await openDatabase(location)
    return create(database).finally(() => database.close())
  }
  const run = COMMANDS[name]
  if (run) await withStore(location, (database) => run(database, { values, file }))
})

/** Another encoding would silently become other text. */
function readUtf8(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (cause) {
    if (cause instanceof TypeError) throw new CommandError(messages.board.notUtf8(file))
    throw cause
  }
}

function print(line: string): void {
  console.log(line)
}

function byOperator(): WriteContext {
  return { actor: 'operator', now: new Date() }
}
