import { parseArgs } from 'node:util'
import { messages } from '#service/messages.ts'

export interface ServerOptions {
  port: number
  host: string
  data: string
  serviceUrl: URL | undefined
  empty: boolean
  demoCards: number | undefined
  cors: string[]
  insecureUpstream: boolean
}

/** Invalid command line or environment variable: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const HELP = `Usage: npm start -- [options]

Serves the app and a board service.

  --port 4173           port to listen on                     PORT
  --host 127.0.0.1      address to listen on                  HOST
  --data DIR            directory of the store (./.board)     BOARD_DATA
  --service URL         use another board service instead     BOARD_SERVICE_URL
                        of the embedded one
  --insecure-upstream   allow a --service URL with http:      BOARD_INSECURE_UPSTREAM=1
                        that is not on this machine
  --empty               don’t add the demo to an empty        BOARD_EMPTY=1
                        store
  --demo-cards N        create N generated cards in 12        BOARD_DEMO_CARDS
                        columns on the main demo board
  --cors ORIGIN         allow requests to the service from    BOARD_CORS
                        this origin (repeat for several;
                        use commas in the variable)
  --help                show this help
`

/**
 * The command line overrides the environment. Undefined means that --help was passed. Throws
 * UsageError.
 */
export function readOptions(
  args: readonly string[],
  environment: Readonly<NodeJS.ProcessEnv>,
): ServerOptions | undefined {
  const { values, positionals } = parse(args)
  const env = nonEmptyVariables(environment)
  if (values.help) return undefined
  if (positionals.length > 0) throw new UsageError(messages.usage.unknownArguments(positionals))
  const serviceText = values.service ?? env.BOARD_SERVICE_URL
  const insecureUpstream = values['insecure-upstream'] ?? env.BOARD_INSECURE_UPSTREAM === '1'
  const options: ServerOptions = {
    ...readAddress(values, env),
    ...readStore(values, env),
    serviceUrl: serviceText ? parseServiceUrl(serviceText, insecureUpstream) : undefined,
    cors: (values.cors ?? env.BOARD_CORS?.split(',') ?? []).map((text) => parseOrigin(text.trim())),
    insecureUpstream,
  }
  const embeddedOption = EMBEDDED_OPTIONS.find((name) => values[name] !== undefined)
  checkCombination(options, embeddedOption)
  if (env.DATABASE_URL) throw new UsageError(messages.usage.databaseUrl)
  return options
}

function readAddress(
  values: { port?: string | undefined; host?: string | undefined },
  env: Partial<Record<string, string>>,
): Pick<ServerOptions, 'port' | 'host'> {
  return {
    port: parseWholeNumber('--port', values.port ?? env.PORT ?? '4173', 0, 65_535),
    host: values.host ?? env.HOST ?? '127.0.0.1',
  }
}

interface StoreValues {
  data?: string | undefined
  empty?: boolean | undefined
  'demo-cards'?: string | undefined
}

function readStore(
  values: StoreValues,
  env: Partial<Record<string, string>>,
): Pick<ServerOptions, 'data' | 'empty' | 'demoCards'> {
  const demoText = values['demo-cards'] ?? env.BOARD_DEMO_CARDS
  return {
    data: values.data ?? env.BOARD_DATA ?? '.board',
    empty: values.empty ?? env.BOARD_EMPTY === '1',
    demoCards:
      demoText === undefined ? undefined : parseWholeNumber('--demo-cards', demoText, 1, 100_000),
  }
}

/** Options without a meaning for another service. */
const EMBEDDED_OPTIONS = ['empty', 'demo-cards', 'cors'] as const

function checkCombination(options: ServerOptions, embeddedOption: string | undefined): void {
  if (options.empty && options.demoCards !== undefined) {
    throw new UsageError(messages.usage.emptyWithDemoCards)
  }
  if (options.serviceUrl && embeddedOption) {
    throw new UsageError(messages.usage.embeddedOnly(embeddedOption))
  }
}

/**
 * Variables by name. A script that has no port can still set "PORT=", so an empty variable counts
 * as not set.
 */
function nonEmptyVariables(
  environment: Readonly<NodeJS.ProcessEnv>,
): Partial<Record<string, string>> {
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
        cors: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : messages.usage.unparsable)
  }
}

function parseWholeNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) {
    throw new UsageError(messages.usage.notWholeNumber(name, min, max, text))
  }
  return value
}

function parseServiceUrl(text: string, allowInsecure: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(messages.usage.serviceNotUrl(text))
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UsageError(messages.usage.serviceNotBaseUrl)
  }
  if (url.protocol === 'http:' && !allowInsecure && !isLoopback(url.hostname)) {
    throw new UsageError(messages.usage.serviceInsecure(url.origin))
  }
  return url
}

export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    hostname === '::1' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}

function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.origin !== text) throw new UsageError(messages.usage.corsNotOrigin(text))
  return text
}
