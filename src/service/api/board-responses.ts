import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { type Encoding, negotiateEncoding } from '../http/negotiate-encoding.ts'
import { Problem } from '../http/problem.ts'
import { streamBody } from '../http/stream-body.ts'
import { messages } from '../messages/messages.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const MAX_CACHED_BYTES = 32 * 1024 * 1024

/** A smaller body gains nothing from compression. */
const MIN_COMPRESSED_BYTES = 1_024

/** A smaller body is copied into the connection at once. */
const MAX_COPIED_BYTES = 64 * 1024

/** Large responses that one key can be receiving at the same time. */
export const MAX_RESPONSES_PER_KEY = 64

export interface Recipient {
  acceptEncoding: string | undefined
  /** Id of the key. */
  client: number
  /** Whether only the headers are sent. */
  isHead: boolean
}

/** The body of a load, and the version that it shows. */
export interface BuiltBody {
  etag: string
  json: string
}

interface Body {
  etag: string
  plain: Buffer
}

/**
 * Bodies of loads, serialized once and compressed once for each version.
 * See .github/decisions/0023-served-from-memory.md.
 */
export class BoardResponses {
  readonly #bodies = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (body) => Math.max(1, body.byteLength),
  })
  /** Large responses on their way, by the id of the key. */
  readonly #sending = new Map<number, number>()
  /** Bodies that are being made, so that parallel loads share the work. */
  readonly #built = new Map<string, Promise<Body>>()
  readonly #compressed = new Map<string, Promise<Buffer>>()

  /** The body with this ETag, or a later one, in an encoding that the client accepts. */
  async respond(
    wantedEtag: string,
    { acceptEncoding, client, isHead }: Recipient,
    build: () => Promise<BuiltBody>,
  ): Promise<Response> {
    const { etag, plain } = await this.#plainBody(wantedEtag, build)
    const isLarge = plain.byteLength >= MIN_COMPRESSED_BYTES
    const encoding = isLarge ? negotiateEncoding(acceptEncoding) : undefined
    const body = encoding ? await this.#compressedBody(etag, plain, encoding) : plain
    return new Response(isHead ? null : this.#bodyFor(client, body), {
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': String(body.byteLength),
        ...(encoding ? { 'Content-Encoding': encoding } : {}),
        Vary: 'Accept-Encoding',
        ETag: etag,
      },
    })
  }

  /** Clients share the memory of a large body: a slow one holds only its place. */
  #bodyFor(client: number, body: Buffer): Uint8Array<ArrayBuffer> | ReadableStream {
    if (body.byteLength <= MAX_COPIED_BYTES) return new Uint8Array(body)
    const sending = this.#sending.get(client) ?? 0
    if (sending >= MAX_RESPONSES_PER_KEY) throw tooManyResponses()
    this.#sending.set(client, sending + 1)
    return streamBody(body, () => {
      const left = (this.#sending.get(client) ?? 1) - 1
      if (left > 0) this.#sending.set(client, left)
      else this.#sending.delete(client)
    })
  }

  #plainBody(etag: string, build: () => Promise<BuiltBody>): Promise<Body> {
    const plain = this.#bodies.get(etag)
    if (plain) return Promise.resolve({ etag, plain })
    return shareWork(this.#built, etag, async () => {
      const built = await build()
      const body = { etag: built.etag, plain: Buffer.from(built.json) }
      this.#bodies.set(body.etag, body.plain)
      return body
    })
  }

  #compressedBody(etag: string, plain: Buffer, encoding: Encoding): Promise<Buffer> {
    const key = `${encoding} ${etag}`
    const known = this.#bodies.get(key)
    if (known) return Promise.resolve(known)
    return shareWork(this.#compressed, key, async () => {
      const body = await compress(plain, encoding)
      this.#bodies.set(key, body)
      return body
    })
  }
}

function tooManyResponses(): Problem {
  const detail = messages.problems.tooManyResponses(MAX_RESPONSES_PER_KEY)
  return new Problem(429, 'too_many_loads', detail, {}, { 'Retry-After': '1' })
}

/** Does the work once for all callers that wait for it. */
function shareWork<Result>(
  running: Map<string, Promise<Result>>,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const known = running.get(key)
  if (known) return known
  const result = work().finally(() => running.delete(key))
  running.set(key, result)
  return result
}

function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body, { level: 5 })
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  })
}
