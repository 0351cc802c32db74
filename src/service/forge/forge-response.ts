import type { Dispatcher } from 'undici'
import * as v from 'valibot'
import { messages } from '../messages/messages.ts'
import { ForgeError } from './forge.ts'

/** A response as it's kept: a forge that says "not modified" sends no other. */
export interface ForgePage {
  etag: string | undefined
  json: unknown
  /** The next page. */
  next: URL | undefined
  /** Of all pages; undefined for a forge that doesn't say. */
  total: number | undefined
  bytes: number
}

/** Sizes of pages are multiples of it. */
const PAGE_UNIT = 10

/**
 * Whether a page can be kept. What comes after a last page that is full may change nothing of that
 * page, so the forge would go on saying that nothing has changed.
 */
export function isWholePage({ json, next }: ForgePage): boolean {
  const count = itemsIn(json)
  return next !== undefined || count === 0 || count % PAGE_UNIT !== 0
}

/** Of a list, or of an object that has one. */
export function itemsIn(json: unknown): number {
  if (typeof json !== 'object' || json === null) return 0
  if (Array.isArray(json)) return json.length
  return Object.values(json).find(Array.isArray)?.length ?? 0
}

export function parseAs<Schema extends v.GenericSchema>(
  schema: Schema,
  json: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, json)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new ForgeError(messages.forge.unreadable(v.getDotPath(issue) ?? 'body'))
}

export async function readJson(
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
    throw new ForgeError(messages.forge.unreadable('body'), { cause })
  }
}

/** Nobody reads it, so nobody handles its error. */
export function discard(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => undefined)
  body.destroy()
}

export function failureOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  return code ?? (error instanceof Error ? error.message : String(error))
}

export function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
