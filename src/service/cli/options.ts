import { parseArgs } from 'node:util'
import { DEFAULT_MAX_WAITING } from '../live/board-watchers.ts'
import { messages } from '../messages/messages.ts'
import type { LogLevel } from '../web/logger.ts'
import { type DefaultChoices, databaseUrlFrom, defaultChoices } from './default-choices.ts'
import {
  parseLogLevel,
  parseOrigin,
  parsePublicUrl,
  parseServiceUrl,
  parseWholeNumber,
} from './option-values.ts'
import {
  givenRepositoryOption,
  REPOSITORY_OPTIONS,
  type RepositoryChoices,
  readRepositories,
} from './repository-options.ts'
import { UsageError } from './usage-error.ts'

export interface ServerOptions {
  port: number
  host: string
  data: string
  /** Of a PostgreSQL database. */
  databaseUrl: string | undefined
  serviceUrl: URL | undefined
  insecureUpstream: boolean
  empty: boolean
  demoCards: number | undefined
  scriptedDemo: boolean
  cors: string[]
  /** The URL that people open, when a proxy is in front. */
  publicUrl: URL | undefined
  trustProxy: boolean
  metricsToken: string | undefined
  logLevel: LogLevel | undefined
  showLinks: boolean
  /** In the browser of the user, at the start. */
  open: boolean
  writesPerMinute: number
  loadsPerMinute: number
  maxWaiting: number
  repositories: RepositoryChoices
}

type Values = ReturnType<typeof parse>['values']
type Environment = Partial<Record<string, string>>

/**
 * The command line overrides the environment. Undefined means that --help was passed. Throws
 * UsageError.
 */
export function readOptions(
  args: readonly string[],
  environment: Readonly<NodeJS.ProcessEnv>,
  defaults: DefaultChoices = defaultChoices(),
): ServerOptions | undefined {
  const { values, positionals } = parse(args)
  const env = nonEmptyVariables(environment)
  if (values.help) return undefined
  if (positionals.length > 0) throw new UsageError(messages.usage.unknownArguments(positionals))
  const options: ServerOptions = {
    ...readAddress(values, env),
    ...readBoards(values, env, defaults),
    ...readOperation(values, env),
    ...readLimits(values, env),
    cors: (values.cors ?? env.BOARD_CORS?.split(',') ?? []).map((text) => parseOrigin(text.trim())),
  }
  checkCombination(options, givenEmbeddedOption(values, env))
  return options
}

function readAddress(values: Values, env: Environment): Pick<ServerOptions, 'port' | 'host'> {
  return {
    port: parseWholeNumber('--port', values.port ?? env.PORT ?? '4173', 0, 65_535),
    host: values.host ?? env.HOST ?? '127.0.0.1',
  }
}

type BoardChoices = ReturnType<typeof readUpstream> &
  ReturnType<typeof readStore> &
  Pick<ServerOptions, 'data' | 'databaseUrl' | 'repositories'>

/** Which boards are shown, and where they are stored. */
function readBoards(values: Values, env: Environment, defaults: DefaultChoices): BoardChoices {
  const upstream = readUpstream(values, env)
  const store = readStore(values, { ...env, DATABASE_URL: databaseUrlFrom(env, defaults) })
  const repositories = readRepositories(values, env)
  const isChosen =
    upstream.serviceUrl !== undefined ||
    store.empty ||
    store.demoCards !== undefined ||
    store.scriptedDemo ||
    repositories.sources.length > 0
  const { repository } = defaults
  if (isChosen || repository === undefined) {
    const data = store.data ?? defaults.data(repositories.sources)
    return { ...upstream, ...store, data, repositories }
  }
  const sources = [repository]
  return {
    ...upstream,
    ...store,
    data: store.data ?? defaults.data(sources),
    repositories: { ...repositories, sources },
  }
}

function readUpstream(
  values: Values,
  env: Environment,
): Pick<ServerOptions, 'serviceUrl' | 'insecureUpstream'> {
  const text = values.service ?? env.BOARD_SERVICE_URL
  const insecureUpstream = values['insecure-upstream'] ?? env.BOARD_INSECURE_UPSTREAM === '1'
  return {
    serviceUrl: text ? parseServiceUrl(text, insecureUpstream) : undefined,
    insecureUpstream,
  }
}

function readStore(
  values: Values,
  env: Environment,
): Pick<ServerOptions, 'databaseUrl' | 'empty' | 'demoCards' | 'scriptedDemo' | 'showLinks'> & {
  data: string | undefined
} {
  const demoText = values['demo-cards'] ?? env.BOARD_DEMO_CARDS
  return {
    data: values.data ?? env.BOARD_DATA,
    // A directory on the command line is a choice against the variable.
    databaseUrl: values.data === undefined ? env.DATABASE_URL : undefined,
    empty: values.empty ?? env.BOARD_EMPTY === '1',
    demoCards:
      demoText === undefined ? undefined : parseWholeNumber('--demo-cards', demoText, 1, 100_000),
    scriptedDemo: values['scripted-demo'] ?? env.BOARD_SCRIPTED_DEMO === '1',
    showLinks: values['show-links'] ?? env.BOARD_SHOW_LINKS === '1',
  }
}

function readOperation(
  values: Values,
  env: Environment,
): Pick<ServerOptions, 'publicUrl' | 'trustProxy' | 'metricsToken' | 'logLevel' | 'open'> {
  const publicText = values['public-url'] ?? env.BOARD_PUBLIC_URL
  const level = values['log-level'] ?? env.BOARD_LOG_LEVEL
  return {
    publicUrl: publicText ? parsePublicUrl(publicText) : undefined,
    trustProxy: values['trust-proxy'] ?? env.BOARD_TRUST_PROXY === '1',
    metricsToken: values['metrics-token'] ?? env.BOARD_METRICS_TOKEN,
    logLevel: level === undefined ? undefined : parseLogLevel(level),
    open: values.open ?? false,
  }
}

function readLimits(
  values: Values,
  env: Environment,
): Pick<ServerOptions, 'writesPerMinute' | 'loadsPerMinute' | 'maxWaiting'> {
  const writes = values['writes-per-minute'] ?? env.BOARD_WRITES_PER_MINUTE ?? '120'
  const waiting = values['max-waiting'] ?? env.BOARD_MAX_WAITING ?? String(DEFAULT_MAX_WAITING)
  const loads = values['loads-per-minute'] ?? env.BOARD_LOADS_PER_MINUTE ?? '600'
  return {
    writesPerMinute: parseWholeNumber('--writes-per-minute', writes, 1, 1_000_000),
    loadsPerMinute: parseWholeNumber('--loads-per-minute', loads, 1, 1_000_000),
    maxWaiting: parseWholeNumber('--max-waiting', waiting, 0, 1_000_000),
  }
}

/** Without a meaning for another service. */
const EMBEDDED_OPTIONS = {
  empty: 'BOARD_EMPTY',
  'demo-cards': 'BOARD_DEMO_CARDS',
  cors: 'BOARD_CORS',
  'show-links': 'BOARD_SHOW_LINKS',
  repo: 'BOARD_REPO',
} as const

function givenEmbeddedOption(values: Values, env: Environment): string | undefined {
  // Object.keys widens to string; the table above is the only source of its keys.
  const names = Object.keys(EMBEDDED_OPTIONS) as (keyof typeof EMBEDDED_OPTIONS)[]
  return names.find(
    (name) => values[name] !== undefined || env[EMBEDDED_OPTIONS[name]] !== undefined,
  )
}

function checkCombination(options: ServerOptions, embeddedOption: string | undefined): void {
  if (options.empty && options.demoCards !== undefined) {
    throw new UsageError(messages.usage.emptyWithDemoCards)
  }
  const repositoryOption = givenRepositoryOption(options.repositories)
  if (options.repositories.sources.length === 0 && repositoryOption) {
    throw new UsageError(messages.usage.repoMissing(repositoryOption))
  }
  if (options.repositories.sources.length > 0 && options.demoCards !== undefined) {
    throw new UsageError(messages.usage.repoWithDemoCards)
  }
  if (options.serviceUrl && embeddedOption) {
    throw new UsageError(messages.usage.embeddedOnly(embeddedOption))
  }
}

/**
 * Variables by name. A script that has no port can still set "PORT=", so an empty variable counts
 * as not set.
 */
function nonEmptyVariables(environment: Readonly<NodeJS.ProcessEnv>): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        data: { type: 'string' },
        service: { type: 'string' },
        'insecure-upstream': { type: 'boolean' },
        empty: { type: 'boolean' },
        'demo-cards': { type: 'string' },
        'scripted-demo': { type: 'boolean' },
        'show-links': { type: 'boolean' },
        open: { type: 'boolean' },
        cors: { type: 'string', multiple: true },
        'public-url': { type: 'string' },
        'trust-proxy': { type: 'boolean' },
        'metrics-token': { type: 'string' },
        'log-level': { type: 'string' },
        'writes-per-minute': { type: 'string' },
        'loads-per-minute': { type: 'string' },
        'max-waiting': { type: 'string' },
        ...REPOSITORY_OPTIONS,
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    const text = error instanceof Error ? error.message : messages.usage.unparsable
    const unknown = /^Unknown option '([^']+)'/.exec(text)?.[1]
    throw new UsageError(unknown === undefined ? text : messages.usage.unknownOption(unknown))
  }
}
