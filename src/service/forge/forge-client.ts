import { LRUCache } from 'lru-cache'
import { Agent, type Dispatcher, request as undiciRequest } from 'undici'
import type * as v from 'valibot'
import { messages } from '../messages/messages.ts'
import { Slots } from '../slots.ts'
import { ForgeError } from './forge.ts'
import {
  discard,
  type ForgePage,
  failureOf,
  headerText,
  isWholePage,
  itemsIn,
  parseAs,
  readJson,
} from './forge-response.ts'
import { limited, type RequestBudget } from './request-budget.ts'

export interface ForgeClientOptions {
  /** Of the API, such as https://api.github.com; only this host gets the token. */
  base: URL
  headers: Readonly<Record<string, string>>
  budget: RequestBudget
  hasToken: boolean
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

/** Sends GET requests to the API of one forge, and remembers what hasn't changed. */
export class ForgeClient {
  readonly #agent = new Agent({ connect: { timeout: 5_000 }, connections: MAX_AT_ONCE })
  readonly #slots = new Slots(MAX_AT_ONCE)
  readonly #answers = new LRUCache<string, ForgePage>({
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
    return parseAs(schema, (await this.#load(this.#urlOf(path), signal)).json)
  }

  /** Undefined for what the forge doesn't know (404). */
  find<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Schema> | undefined> {
    return ifFound(this.get(path, schema, signal))
  }

  /** All pages of a list; undefined for one of what the forge doesn't know. */
  findPages<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Schema>[] | undefined> {
    return ifFound(this.pages(path, schema, signal))
  }

  /** All pages of a list. `schema` is that of a page. */
  async pages<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Schema>[]> {
    const { maxPages = MAX_PAGES } = this.options
    const pages: v.InferOutput<Schema>[] = []
    let items = 0
    for (let url: URL | undefined = this.#urlOf(path); url; ) {
      if (pages.length >= maxPages) throw new ForgeError(messages.forge.tooManyPages(maxPages))
      const answer: ForgePage = await this.#load(url, signal)
      const count = itemsIn(answer.json)
      items += count
      pages.push(parseAs(schema, answer.json))
      url = answer.next ?? this.#unlinkedPage(url, answer, { items, count })
    }
    return pages
  }

  /** Some lists of Gitea have no links: then, their count says that there is more. */
  #unlinkedPage(
    url: URL,
    { total }: ForgePage,
    { items, count }: { items: number; count: number },
  ): URL | undefined {
    if (total === undefined || total <= items) return undefined
    if (count === 0) throw new ForgeError(messages.forge.listCut)
    const next = new URL(url)
    next.searchParams.set('page', String(Number(url.searchParams.get('page') ?? 1) + 1))
    return next
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }

  #urlOf(path: string): URL {
    const { base } = this.options
    return new URL(`${base.href.replace(/\/$/, '')}${path}`)
  }

  #load(url: URL, signal: AbortSignal): Promise<ForgePage> {
    return this.#slots.run(async () => {
      this.options.budget.take()
      const known = this.#answers.get(url.href)
      const answer = await this.#exchange(url, known, signal, MAX_REDIRECTS)
      if (isWholePage(answer)) this.#answers.set(url.href, answer)
      else this.#answers.delete(url.href)
      return answer
    }, signal)
  }

  async #exchange(
    url: URL,
    known: ForgePage | undefined,
    signal: AbortSignal,
    redirects: number,
  ): Promise<ForgePage> {
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
        : failureOf(error)
      throw new ForgeError(messages.forge.unreachable(url.host, reason), {
        cause: error,
        isGeneral: true,
      })
    }
  }

  async #read(
    { statusCode, headers, body }: Dispatcher.ResponseData,
    asked: { url: URL; known: ForgePage | undefined; signal: AbortSignal; redirects: number },
  ): Promise<ForgePage> {
    const { url, known, signal, redirects } = asked
    this.options.budget.observe(statusCode, headers)
    if (statusCode === 304 && known) {
      discard(body)
      return known
    }
    if (statusCode === 200) {
      const { json, bytes } = await readJson(body, this.options.maxBytes ?? MAX_BYTES)
      const next = this.#nextPage(headerText(headers.link), url)
      const count = headerText(headers['x-total-count'])
      const total = count !== undefined && /^\d+$/.test(count) ? Number(count) : undefined
      return { etag: headerText(headers.etag), json, next, total, bytes }
    }
    discard(body)
    if (![301, 302, 307, 308].includes(statusCode)) throw this.#problemOf(statusCode, url)
    const location = onSameHost(headerText(headers.location), url)
    if (!location || redirects === 0) throw new ForgeError(messages.forge.redirected(url.host))
    return this.#exchange(location, known, signal, redirects - 1)
  }

  #problemOf(status: number, url: URL): ForgeError {
    const { limits } = this.options.budget
    if (limits.until !== undefined) return limited(limits.until)
    // GitHub says 422 of a commit that was never pushed.
    if (status === 404 || status === 422) return new NotFound(messages.forge.notFound(url.host))
    const general = { isGeneral: true }
    if (status === 401) {
      const { tokenMissing, tokenRejected } = messages.forge
      const text = this.options.hasToken ? tokenRejected : tokenMissing
      return new ForgeError(text(url.host), general)
    }
    if (status === 403) return new ForgeError(messages.forge.forbidden(url.host), general)
    return new ForgeError(messages.forge.status(url.host, status), general)
  }

  /** As the forge names it: it is never built. Only on the same host, for the token's sake. */
  #nextPage(link: string | undefined, url: URL): URL | undefined {
    const target = /<([^>]*)>\s*;[^<]*\brel="?next"?/i.exec(link ?? '')?.[1]
    if (target === undefined) return undefined
    const next = onSameHost(target, url)
    if (next) return next
    throw new ForgeError(messages.forge.redirected(url.host))
  }
}

/** Undefined for another host: it must not get the token. */
function onSameHost(target: string | undefined, from: URL): URL | undefined {
  const to = target && URL.canParse(target, from) ? new URL(target, from) : undefined
  return to?.origin === from.origin ? to : undefined
}

/** The forge says that it has no such thing, or that the token may not read it. */
class NotFound extends ForgeError {}

async function ifFound<Found>(answer: Promise<Found>): Promise<Found | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof NotFound) return undefined
    throw error
  }
}
