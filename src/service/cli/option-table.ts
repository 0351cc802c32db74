import { parseArgs } from 'node:util'
import { messages } from '../messages/messages.ts'
import { UsageError } from './usage-error.ts'

interface About {
  /** What it does, for --help. */
  help: string
  /** The environment variable that counts where the command line has nothing. */
  variable?: string
  /** Another option, without which it means nothing. */
  needs?: string
  /** Options that it can't be combined with. */
  conflicts?: readonly string[]
  /** Whether nothing can be done without it. */
  isNeeded?: true
  /** What a person can do who doesn't know its value. */
  hint?: string
}

/** On or off; on in the environment is 1. */
interface Toggle extends About {
  type: 'toggle'
}

interface Readable<Value> extends About {
  /** What comes after the option, for --help. */
  placeholder: string
  /** @param option As it is typed. Throws UsageError. */
  read: (text: string, option: string) => Value
  /** Whether an empty text is a value. It is nothing otherwise: a script passes "$URL" like that. */
  canBeEmpty?: true
}

interface Single<Value, Default> extends Readable<Value> {
  type: 'single'
  default: Default
}

/** Repeated on the command line, separated by commas in the environment. */
interface List<Value> extends Readable<Value> {
  type: 'list'
}

/** Only in the environment: everybody on the machine sees the command line. */
interface Secret extends About {
  type: 'secret'
  variable: string
}

export type Entry = Toggle | Single<unknown, unknown> | List<unknown> | Secret

/** The options of a command: `publicUrl` is typed as --public-url. */
export type OptionTable = Readonly<Record<string, Entry>>

export type OptionValues<Table extends OptionTable> = {
  [Name in keyof Table]: Table[Name] extends Toggle
    ? boolean
    : Table[Name] extends List<infer Value>
      ? Value[]
      : Table[Name] extends Single<infer Value, infer Default>
        ? Value | Default
        : string | undefined
}

export const toggle = (help: string, about: Omit<About, 'help'> = {}): Toggle => ({
  type: 'toggle',
  help,
  ...about,
})

type More<Value> = Omit<Readable<Value>, 'help' | 'placeholder'>

export function single<Value>(
  placeholder: string,
  help: string,
  about: More<Value> & { default: Value },
): Single<Value, Value>
export function single<Value>(
  placeholder: string,
  help: string,
  about: More<Value>,
): Single<Value, undefined>
export function single(
  placeholder: string,
  help: string,
  about: Omit<About, 'help'> & { default: string },
): Single<string, string>
export function single(
  placeholder: string,
  help: string,
  about?: Omit<About, 'help'> & { canBeEmpty?: true },
): Single<string, undefined>
export function single(
  placeholder: string,
  help: string,
  about: Partial<Single<unknown, unknown>> = {},
): Single<unknown, unknown> {
  return { default: undefined, read: asTyped, ...about, type: 'single', placeholder, help }
}

export function list<Value>(placeholder: string, help: string, about: More<Value>): List<Value>
export function list(placeholder: string, help: string, about?: Omit<About, 'help'>): List<string>
export function list(
  placeholder: string,
  help: string,
  about: Partial<List<unknown>> = {},
): List<unknown> {
  return { read: asTyped, ...about, type: 'list', placeholder, help }
}

export const secret = (variable: string, help: string, about: Partial<About> = {}): Secret => ({
  ...about,
  type: 'secret',
  variable,
  help,
})

/** The same option, of a command that can do nothing without it. */
export function needed<Value>(entry: List<Value>): List<Value>
export function needed<Value>(entry: Single<Value, undefined>): Single<Value, never>
export function needed(entry: Entry): Entry {
  return { ...entry, isNeeded: true }
}

const asTyped = (text: string) => text

export interface ReadOptions<Table extends OptionTable> {
  values: OptionValues<Table>
  /** Names of what the command line sets. */
  typed: ReadonlySet<string>
  /** Names of what the command line or the environment sets. */
  given: ReadonlySet<string>
  /** What isn't an option. */
  positionals: readonly string[]
}

/** The command line overrides the environment. Throws UsageError. */
export function readTable<Table extends OptionTable>(
  table: Table,
  args: readonly string[],
  environment: Readonly<Partial<Record<string, string>>>,
): ReadOptions<Table> {
  const { values: typed, positionals } = typedOptions(table, args)
  const texts = Object.entries(table).map(([name, entry]) => {
    return [name, typed[typedName(name)] ?? fromEnvironment(entry, environment)] as const
  })
  const given = texts.filter(([name, text]) => isGiven(table[name], text))
  const textOf = new Map(given)
  const entries = Object.entries(table).map(([name, entry]) => {
    return [name, readValue(entry, textOf.get(name), optionName(name))] as const
  })
  return {
    // Each entry has read its own value.
    values: Object.fromEntries(entries) as OptionValues<Table>,
    typed: new Set(Object.keys(table).filter((name) => typedName(name) in typed)),
    given: new Set(textOf.keys()),
    positionals,
  }
}

/**
 * What was typed, by the names of the options as they are typed, and what isn't an option. Throws
 * UsageError.
 */
export function typedOptions(
  table: OptionTable,
  args: readonly string[],
): { values: Record<string, string | boolean | string[] | undefined>; positionals: string[] } {
  const options = Object.entries(table).flatMap(([name, { type }]) => {
    if (type === 'secret') return []
    return [[typedName(name), parsedAs(type)] as const]
  })
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...Object.fromEntries(options), help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    const text = error instanceof Error ? error.message : messages.usage.unparsable
    const unknown = /^Unknown option '([^']+)'/.exec(text)?.[1]
    throw new UsageError(unknown === undefined ? text : messages.usage.unknownOption(unknown))
  }
}

/** Throws UsageError when something is missing, or what is given can't be combined. */
export function checkTable(table: OptionTable, given: ReadonlySet<string>): void {
  for (const [name, { conflicts = [], needs, isNeeded, hint }] of Object.entries(table)) {
    if (!given.has(name)) {
      if (!isNeeded) continue
      throw new UsageError(messages.usage.missingOption(optionName(name), hint))
    }
    const other = conflicts.find((conflict) => given.has(conflict))
    if (other !== undefined) {
      throw new UsageError(messages.usage.notTogether(optionName(name), optionName(other)))
    }
    if (needs !== undefined && !given.has(needs)) {
      throw new UsageError(messages.usage.needsOption(optionName(name), optionName(needs)))
    }
  }
}

/** As it is typed. */
export function optionName(name: string): string {
  return `--${typedName(name)}`
}

function typedName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function isGiven(entry: Entry | undefined, text: unknown): boolean {
  const isEmpty = [text].flat().every((one) => one === '')
  const canBeEmpty = entry !== undefined && 'canBeEmpty' in entry
  return text !== undefined && text !== false && (!isEmpty || canBeEmpty)
}

function parsedAs(type: Entry['type']) {
  const isToggle = type === 'toggle'
  return { type: isToggle ? ('boolean' as const) : ('string' as const), multiple: type === 'list' }
}

function fromEnvironment(
  { type, variable }: Entry,
  environment: Readonly<Partial<Record<string, string>>>,
) {
  const text = variable === undefined ? undefined : environment[variable]
  // A script that has no port can still set "PORT=".
  if (!text?.trim()) return undefined
  if (type === 'toggle') return text === '1'
  return type === 'list' ? text.split(',') : text
}

function readValue(entry: Entry, given: unknown, option: string): unknown {
  if (entry.type === 'toggle') return given === true
  if (entry.type === 'list') {
    const texts = Array.isArray(given) ? given : []
    return texts.map((text) => entry.read(String(text).trim(), option))
  }
  if (entry.type === 'secret') return given
  return given === undefined ? entry.default : entry.read(String(given), option)
}
