import { parseArgs } from 'node:util'

/** How the command was started. */
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

/** Says that the command line or an environment variable cannot be used. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The text of --help. */
export const HELP = `Usage: npm start -- [options]

Serves the board page and a board service.

  --port 4173           port to listen on                     PORT
  --host 127.0.0.1      address to listen on                  HOST
  --data DIR            where the board is kept (./.board)    BOARD_DATA
  --service URL         serve the page over another board     BOARD_SERVICE_URL
                        service instead of the embedded one
  --insecure-upstream   allow an http: --service that is      BOARD_INSECURE_UPSTREAM=1
                        not on this machine
  --empty               do not fill an empty store with       BOARD_EMPTY=1
                        the demo
  --demo-cards N        fill the demo's main board with N     BOARD_DEMO_CARDS
                        generated cards in 12 columns
  --cors ORIGIN         let a page of that origin call the    BOARD_CORS
                        service (repeat for several;
                        commas in the variable)
  --help                this text
`

/** Reads the command line, then the environment, then the defaults. Undefined means: print the help. Throws UsageError. */
export function readOptions(
  args: readonly string[],
  environment: Readonly<NodeJS.ProcessEnv>,
): ServerOptions | undefined {
  const { values, positionals } = parse(args)
  // "PORT=" says nothing; it is what a script passes on that was given no port.
  const env = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  if (values.help) return undefined
  if (positionals.length > 0) throw new UsageError(`Not understood: ${positionals.join(' ')}`)
  const serviceText = values.service ?? env.BOARD_SERVICE_URL
  const insecureUpstream = values['insecure-upstream'] ?? env.BOARD_INSECURE_UPSTREAM === '1'
  const demoText = values['demo-cards'] ?? env.BOARD_DEMO_CARDS
  const options: ServerOptions = {
    port: wholeNumber('--port', values.port ?? env.PORT ?? '4173', 0, 65_535),
    host: values.host ?? env.HOST ?? '127.0.0.1',
    data: values.data ?? env.BOARD_DATA ?? '.board',
    serviceUrl: serviceText ? serviceUrl(serviceText, insecureUpstream) : undefined,
    empty: values.empty ?? env.BOARD_EMPTY === '1',
    demoCards: demoText === undefined ? undefined : wholeNumber('--demo-cards', demoText, 1, 100_000),
    cors: (values.cors ?? env.BOARD_CORS?.split(',') ?? []).map((text) => origin(text.trim())),
    insecureUpstream,
  }
  if (options.empty && options.demoCards !== undefined)
    throw new UsageError('--empty and --demo-cards exclude each other.')
  const idle = (['empty', 'demo-cards', 'cors'] as const).find((name) => values[name] !== undefined)
  if (options.serviceUrl && idle) {
    throw new UsageError(`--${idle} is for the embedded service, which --service puts aside. Use one or the other.`)
  }
  if (env.DATABASE_URL) {
    throw new UsageError(
      'DATABASE_URL is set, but this version keeps its board in SQLite only. Unset it, and use --data DIR.',
    )
  }
  return options
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
    throw new UsageError(error instanceof Error ? error.message : 'The options cannot be read.')
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most)) {
    throw new UsageError(`${name} takes a whole number from ${least} to ${most}, not "${text}".`)
  }
  return value
}

function serviceUrl(text: string, insecure: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`--service takes the service's base address, such as https://board.example, not "${text}".`)
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UsageError(
      '--service takes a base address alone: no user, password, query or fragment. Keys are entered in the page.',
    )
  }
  if (url.protocol === 'http:' && !insecure && !isLoopback(url.hostname)) {
    throw new UsageError(
      `${url.origin} is not https, so keys would cross the network in clear text. Use https, or add --insecure-upstream.`,
    )
  }
  return url
}

/** Does this host name mean the machine itself? */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.origin !== text)
    throw new UsageError(`--cors takes an origin such as https://board.example, not "${text}".`)
  return text
}
