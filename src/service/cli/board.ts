import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { backUp, restore } from '../boards/back-up.ts'
import { type BoardFile, parseBoardFile } from '../boards/board-file.ts'
import { CARD_FIELD_NAMES } from '../boards/card-fields.ts'
import {
  addLabels,
  addProjects,
  changeBoard,
  createBoard,
  setColumns,
} from '../boards/change-board.ts'
import { CommandError } from '../boards/command-error.ts'
import { parseCsvCards } from '../boards/csv-cards.ts'
import { addCard, editCard, removeCard, unblockCard } from '../boards/edit-card.ts'
import { listAudit, listBoards } from '../boards/list-boards.ts'
import {
  type BoardContent,
  exportBoard,
  importIntoBoard,
  importNewBoard,
} from '../boards/transfer-board.ts'
import { PROGRAMS } from '../messages/command-names.ts'
import { messages } from '../messages/messages.ts'
import type { WriteContext } from '../store/write-context.ts'
import {
  CARD_FIELD_OPTIONS,
  cardChange,
  BOARD_OPTIONS as OPTIONS,
  withoutEmpty,
  withoutRepeats,
} from './board-options.ts'
import { command, runCommand } from './operator-command.ts'
import { commandHelp } from './option-help.ts'
import { needed, single, toggle } from './option-table.ts'
import { runProgram } from './run-program.ts'
import { storeLocation } from './store-location.ts'

const COMMANDS = {
  create: command({
    about: 'create a board',
    options: {
      name: needed(OPTIONS.name),
      columns: needed(OPTIONS.columns),
      project: OPTIONS.projects,
    },
    createsStore: true,
    run: ({ name, columns, project }) => {
      const given = withoutRepeats(project)
      const projects = given.length > 0 ? given : [name]
      return async (database) => {
        const created = await createBoard(database, byOperator(), { name, columns, projects })
        print(messages.board.created(created.boardId, created.projectIds))
      }
    },
  }),
  columns: command({
    about: 'set the columns and their order',
    options: { board: needed(OPTIONS.board), columns: needed(OPTIONS.columns) },
    run:
      ({ board: boardId, columns }) =>
      async (database) => {
        await changeBoard(database, boardId, byOperator(), (board) => setColumns(board, columns))
        const names = columns.map(({ name }) => name)
        print(messages.board.columnsSet(boardId, names))
      },
  }),
  project: command({
    about: 'add a project',
    options: { board: needed(OPTIONS.board), project: needed(OPTIONS.projects) },
    run: ({ board: boardId, project }) => {
      const names = withoutRepeats(project)
      return async (database) => {
        await changeBoard(database, boardId, byOperator(), (board) => addProjects(board, names))
        print(messages.board.addedToBoard(boardId, names))
      }
    },
  }),
  label: command({
    about: 'add a label',
    options: { board: needed(OPTIONS.board), label: needed(OPTIONS.labels), color: OPTIONS.color },
    run: ({ board: boardId, label, color }) => {
      const names = withoutRepeats(label)
      const labels = names.map((name) => ({ name, color }))
      return async (database) => {
        await changeBoard(database, boardId, byOperator(), (board) => addLabels(board, labels))
        print(messages.board.addedToBoard(boardId, names))
      }
    },
  }),
  'add-card': command({
    about: 'add a card to the first column, or to another one',
    options: {
      board: needed(OPTIONS.board),
      ...CARD_FIELD_OPTIONS,
      title: needed(single('TITLE', '')),
    },
    run: ({ board: boardId, ...values }) => {
      const { title = '', ...others } = withoutEmpty(cardChange(values))
      return async (database) => {
        const number = await changeBoard(database, boardId, byOperator(), (board) =>
          addCard(board, { ...others, title }),
        )
        print(messages.board.cardAdded(number))
      }
    },
  }),
  'edit-card': command({
    about: 'change a card',
    options: { board: needed(OPTIONS.board), card: needed(OPTIONS.card), ...CARD_FIELD_OPTIONS },
    run: ({ board: boardId, card, ...values }) => {
      const change = cardChange(values)
      if (Object.keys(change).length === 0) throw new CommandError(messages.board.nothingToChange)
      return async (database) => {
        await changeBoard(database, boardId, byOperator(), (board) => editCard(board, card, change))
        print(messages.board.cardEdited(card))
      }
    },
  }),
  'remove-card': command({
    about: 'remove a card',
    options: { board: needed(OPTIONS.board), card: needed(OPTIONS.card) },
    run:
      ({ board: boardId, card }) =>
      async (database) => {
        await changeBoard(database, boardId, byOperator(), (board) => removeCard(board, card))
        print(messages.board.cardRemoved(card))
      },
  }),
  unblock: command({
    about: 'remove the reason of a refusal',
    options: { board: needed(OPTIONS.board), card: needed(OPTIONS.card) },
    run:
      ({ board: boardId, card }) =>
      async (database) => {
        const isDone = await changeBoard(database, boardId, byOperator(), (board) =>
          unblockCard(board, card),
        )
        print(isDone ? messages.board.cardUnblocked(card) : messages.board.cardNotBlocked(card))
      },
  }),
  list: command({
    about: 'show all boards',
    options: {},
    run: () => async (database) => {
      const boards = await listBoards(database)
      if (boards.length === 0) print(messages.board.noBoards)
      for (const board of boards) print(messages.board.listed(board))
    },
  }),
  import: command({
    about: 'create a board from a .json file, or add the cards of a .json or .csv file to one',
    file: 'FILE',
    options: {
      board: OPTIONS.board,
      replace: toggle('replace all that the board has', { needs: 'board' }),
    },
    createsStore: true,
    run: ({ board: boardId, replace }, file) => {
      if (!existsSync(file)) throw new CommandError(messages.board.fileMissing(file))
      const content = parseImport(file, readUtf8(file))
      if (boardId !== undefined) {
        return async (database) => {
          const count = await importIntoBoard(database, boardId, byOperator(), content, replace)
          print(messages.board.imported(boardId, count))
        }
      }
      if (!('name' in content)) throw new CommandError(messages.board.csvNeedsBoard)
      return async (database) => {
        const created = await importNewBoard(database, byOperator(), content)
        print(messages.board.imported(created.boardId, content.cards.length))
      }
    },
  }),
  export: command({
    about: 'print a board, or write it to a file',
    options: { board: needed(OPTIONS.board), out: single('FILE', 'a file that doesn’t exist yet') },
    run:
      ({ board, out }) =>
      async (database) => {
        const file = await exportBoard(database, board)
        const text = `${JSON.stringify(file, null, 2)}\n`
        if (out === undefined) return print(text.trimEnd())
        if (existsSync(out)) throw new CommandError(messages.board.fileExists(out))
        writeFileSync(out, text)
        print(messages.board.exported(file.cards.length, out))
      },
  }),
  audit: command({
    about: 'show who did what',
    options: { board: needed(OPTIONS.board) },
    run:
      ({ board }) =>
      async (database) => {
        for (const line of await listAudit(database, board)) print(messages.board.audited(line))
      },
  }),
  backup: command({
    about: 'copy the store while it’s in use',
    file: 'FILE',
    options: {},
    run: (_, file) => async (database) => {
      await backUp(database, file)
      print(messages.board.backedUp(file))
    },
  }),
  restore: command({
    about: 'put a copy into an empty directory',
    file: 'FILE',
    options: {},
    runAlone: async (read, file) => {
      const location = storeLocation(read)
      if (location.type === 'postgres') throw new CommandError(messages.board.restorePostgres)
      await restore(file, location.path)
      print(messages.board.restored(file, location.path))
    },
  }),
}

const HELP = commandHelp(PROGRAMS.board, COMMANDS, [
  `A CSV file has the heads ${CARD_FIELD_NAMES.join(', ')} (labels are separated by ";").`,
])

await runProgram(() => runCommand(COMMANDS, HELP, process.argv.slice(2)))

function parseImport(name: string, content: string): BoardFile | BoardContent {
  if (!/\.csv$/i.test(name)) return parseBoardFile(content, name)
  return { columns: [], labels: [], cards: parseCsvCards(content, name) }
}

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
