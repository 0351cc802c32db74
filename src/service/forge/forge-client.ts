import { LRUCache } from 'lru-cache'
import { Agent, type Dispatcher, request as undiciRequest } from 'undici'
import * as v from 'valibot'
import { messages } from '../messages/messages.ts'
import { Slots } from '../slots.ts'
import { ForgeError } from './forge.ts'
import { limited, type RequestBudget } from './request-budget.ts'

export interface ForgeClientOptions {
  /** Of the API, such as https://api.github.com; only this host gets the token. */
  base: URL
  headers: Readonly<Record<string, string>>
  budget: RequestBudget
  /** Of one request. */
  timeoutMs?: number
  maxBytes?: number
  maxPages?: number
}

/** Of one list: what would be left out could be the red one, so that is an error. */
const MAX_PAGES = 50
const MAX_BYTES = 4 * 1024 * 1024
const TIMEOUT_MS = 10_000
/** Requests at the same time. */
const MAX_AT_ONCE = 2
/** A forge redirects once when a repository was renamed. */
const MAX_REDIRECTS = 2
const MAX_CACHED_BYTES = 16 * 1024 * 1024

/** A response as it's kept: a forge that says "not modified" sends no other. */
interface Answer {
  etag: string | undefined
  json: unknown
  /** The next page. */
  next: URL | undefined
  bytes: number
}

/** Sends GET requests to the API of one forge, and remembers what hasn't changed. */
export class ForgeClient {
  readonly #agent = new Agent({ connect: { timeout: 5_000 }, connections: MAX_AT_ONCE })
  readonly #slots = new Slots(MAX_AT_ONCE)
  readonly #answers = new LRUCache<string, Answer>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  })

  constructor(private readonly options: ForgeClientOptions) {}

  /** Throws ForgeError: also when what the forge sends has another shape than the schema. */
  async get<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Schema>> {
    return parse(schema, (await this.#load(this.#urlOf(path), signal)).json)
  }

  /** Undefined for what the forge doesn't know (404). */
  async find<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Schema> | undefined> {
    try {
      return await this.get(path, schema, signal)
    } catch (error) {
      if (error instanceof NotFound) return undefined
      throw error
    }
  }

  /** All pages of a list; undefined for one of what the forge doesn't know. */
  async findPages<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Schema>[] | undefined> {
    try {
      return await this.pages(path, schema, signal)
    } catch (error) {
      if (error instanceof NotFound) return undefined
      throw error
    }
  }

  /** All pages of a list. `schema` is that of a page. */
  async pages<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Schema>[]> {
    const { maxPages = MAX_PAGES } = this.options
    const pages: v.InferOutput<Schema>[] = []
    for (let url: URL | undefined = this.#urlOf(path); url; ) {
      if (pages.length >= maxPages) throw new ForgeError(messages.forge.tooManyPages(maxPages))
      const answer: Answer = await this.#load(url, signal)
      pages.push(parse(schema, answer.json))
      url = answer.next
    }
    return pages
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }

  #urlOf(path: string): URL {
    const { base } = this.options
    return new URL(`${base.href.replace(/\/$/, '')}${path}`)
  }

  #load(url: URL, signal: AbortSignal): Promise<Answer> {
    return this.#slots.run(async () => {
      signal.throwIfAborted()
      this.options.budget.take()
      const known = this.#answers.get(url.href)
      const answer = await this.#exchange(url, known, signal, MAX_REDIRECTS)
      this.#answers.set(url.href, answer)
      return answer
    })
  }

  async #exchange(
    url: URL,
    known: Answer | undefined,
    signal: AbortSignal,
    redirects: number,
  ): Promise<Answer> {
    const { timeoutMs = TIMEOUT_MS } = this.options
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await undiciRequest(url, {
        dispatcher: this.#agent,
        signal: AbortSignal.any([signal, timeout]),
        headers: {
          ...this.options.headers,
          'User-Agent': 'trunkline',
          'Accept-Encoding': 'identity',
          ...(known?.etag === undefined ? {} : { 'If-None-Match': known.etag }),
        },
      })
      return await this.#read(response, { url, known, signal, redirects })
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ForgeError) throw error
      const reason = timeout.aborted
        ? messages.repository.noAnswerWithin(timeoutMs / 1_000)
        : reasonOf(error)
      throw new ForgeError(messages.forge.unreachable(url.host, reason), undefined, {
        cause: error,
      })
    }
  }

  async #read(
    { statusCode, headers, body }: Dispatcher.ResponseData,
    asked: { url: URL; known: Answer | undefined; signal: AbortSignal; redirects: number },
  ): Promise<Answer> {
    const { url, known, signal, redirects } = asked
    this.options.budget.observe(statusCode, headers)
    if (statusCode === 304 && known) {
      discard(body)
      return known
    }
    if (statusCode === 200) {
      const { json, bytes } = await readJson(body, this.options.maxBytes ?? MAX_BYTES)
      const next = this.#nextPage(single(headers.link), url)
      return { etag: single(headers.etag), json, next, bytes }
    }
    discard(body)
    if ([301, 302, 307, 308].includes(statusCode)) {
      const target = single(headers.location)
      const location = target && URL.canParse(target, url) ? new URL(target, url) : undefined
      if (!location || location.origin !== url.origin || redirects === 0) {
        throw new ForgeError(messages.forge.redirected(url.host))
      }
      return this.#exchange(location, known, signal, redirects - 1)
    }
    throw this.#problemOf(statusCode, url)
  }

  #problemOf(status: number, url: URL): ForgeError {
    const { limitedUntil } = this.options.budget
    if (limitedUntil !== undefined) return limited(limitedUntil, Date.now())
    // GitHub says 422 of a commit that was never pushed.
    if (status === 404 || status === 422) return new NotFound(messages.forge.notFound(url.host))
    if (status === 401) return new ForgeError(messages.forge.tokenRejected(url.host))
    if (status === 403) return new ForgeError(messages.forge.forbidden(url.host))
    return new ForgeError(messages.forge.status(url.host, status))
  }

  /** As the forge names it: it is never built. Only on the same host, for the token's sake. */
  #nextPage(link: string | undefined, url: URL): URL | undefined {
    const target = /<([^>]*)>\s*;[^<]*\brel="?next"?/i.exec(link ?? '')?.[1]
    if (target === undefined) return undefined
    const next = URL.canParse(target, url) ? new URL(target, url) : undefined
    if (next?.origin === url.origin) return next
    throw new ForgeError(messages.forge.redirected(url.host))
  }
}

/** The forge says that it has no such thing, or that the token may not read it. */
class NotFound extends ForgeError {}

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  json: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, json)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new ForgeError(messages.forge.unreadable(v.getDotPath(issue) ?? 'body'))
}

async function readJson(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
): Promise<{ json: unknown; bytes: number }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new ForgeError(messages.forge.tooLarge(maxBytes / 1024 / 1024))
    chunks.push(chunk)
  }
  try {
    return { json: JSON.parse(Buffer.concat(chunks).toString('utf8')), bytes }
  } catch (cause) {
    throw new ForgeError(messages.forge.unreadable('body'), undefined, { cause })
  }
}

/** Nobody reads it, so nobody handles its error. */
function discard(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => undefined)
  body.destroy()
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  return code ?? (error instanceof Error ? error.message : String(error))
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
