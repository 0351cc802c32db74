import { messages } from '../messages/messages.ts'
import { type Database, openDatabase } from '../store/open-database.ts'
import {
  checkTable,
  type OptionTable,
  type OptionValues,
  optionName,
  type ReadOptions,
  readTable,
  typedOptions,
} from './option-table.ts'
import { STORE_OPTIONS, storeLocation, withStore } from './store-location.ts'
import { UsageError } from './usage-error.ts'

type Action = (database: Database) => Promise<void>

interface About<Table extends OptionTable> {
  /** What it does, for --help. */
  about: string
  /** What the file after the command is called in --help; undefined without one. */
  file?: string
  options: Table
}

interface StoreCommand<Table extends OptionTable> extends About<Table> {
  /** Checks all that was typed. What it returns runs once the store is open. */
  run: (values: OptionValues<Table>, file: string) => Action
  /** Whether a store that doesn't exist is created. */
  createsStore?: true
}

/** Opens no store. */
interface LoneCommand<Table extends OptionTable> extends About<Table> {
  runAlone: (read: ReadOptions<Table & typeof STORE_OPTIONS>, file: string) => Promise<void>
}

type OperatorCommand = StoreCommand<OptionTable> | LoneCommand<OptionTable>

export function command<Table extends OptionTable>(
  definition: StoreCommand<Table> | LoneCommand<Table>,
): OperatorCommand {
  // It is run with the values of its own options only.
  return definition as OperatorCommand
}

export type Commands = Readonly<Record<string, OperatorCommand>>

/** Of all commands together. */
export function optionsOf(commands: Commands): OptionTable {
  const all = Object.values(commands).map(({ options }) => options)
  return Object.assign({}, ...all, STORE_OPTIONS)
}

/** Runs the command that the person has typed. Throws UsageError, and CommandError. */
export async function runCommand(
  commands: Commands,
  help: string,
  args: readonly string[],
): Promise<void> {
  const chosen = chooseCommand(commands, args)
  if (chosen === 'help') return console.log(help)
  const { command: found, file } = chosen
  const table = { ...found.options, ...STORE_OPTIONS }
  const read = readTable(table, args, process.env)
  checkTable(table, read.given)
  if (found.file !== undefined && file === undefined) {
    throw new UsageError(messages.usage.missingFile)
  }
  if ('runAlone' in found) return found.runAlone(read, file ?? '')
  const action = found.run(read.values, file ?? '')
  const location = storeLocation(read)
  if (!found.createsStore) return withStore(location, action)
  const database = await openDatabase(location)
  return action(database).finally(() => database.close())
}

/** Throws UsageError, also for an option or a file that the command doesn't take. */
function chooseCommand(commands: Commands, args: readonly string[]) {
  const { values: typed, positionals } = typedOptions(optionsOf(commands), args)
  if (typed.help) return 'help'
  const [name = '', ...files] = positionals
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!found) throw new UsageError(messages.usage.missingCommand(Object.keys(commands)))
  const extra = found.file === undefined ? files : files.slice(1)
  if (extra.length > 0) throw new UsageError(messages.usage.unknownArguments(extra))
  const taken = Object.keys({ ...found.options, ...STORE_OPTIONS }).map(optionName)
  const other = Object.keys(typed).find((option) => !taken.includes(`--${option}`))
  if (other !== undefined) throw new UsageError(messages.usage.notOfCommand(name, `--${other}`))
  return { command: found, file: files[0] }
}
