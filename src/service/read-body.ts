import type { Context } from 'hono'
import * as v from 'valibot'
import { Problem } from './problem.ts'

/** Largest request body, in bytes. */
export const MAX_BODY = 64 * 1024
const MAX_DEPTH = 20

/** Reads a JSON body against a schema of the contract. Throws a 400 or 413 that says what to send. */
export async function readBody<Schema extends v.GenericSchema>(
  context: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const type = context.req.header('Content-Type') ?? ''
  if (!/^application\/(\w+\+)?json\s*(;|$)/i.test(type)) {
    throw new Problem(400, 'bad_request', 'Send a JSON body with Content-Type: application/json.')
  }
  const json = parseJson(await boundedText(context.req.raw))
  if (isDeeper(json, MAX_DEPTH))
    throw new Problem(400, 'bad_request', `The body nests deeper than ${MAX_DEPTH} levels.`)
  const result = v.safeParse(schema, json)
  if (!result.success) throw new Problem(400, 'bad_request', result.issues.map(describeIssue).join('; '))
  return result.output
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  if (issue.type === 'strict_object' && issue.expected === 'never') return `unknown field ${path}`
  return path && !issue.message.startsWith(path) ? `${path}: ${issue.message}` : issue.message
}

/** A request's body as text, never more than MAX_BODY of it in memory. Throws a 413. */
export async function boundedText(request: Request): Promise<string> {
  const tooLarge = () => new Problem(413, 'body_too_large', `The body is larger than ${MAX_BODY / 1024} KiB.`)
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_BODY) throw tooLarge()
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > MAX_BODY) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem(400, 'bad_request', 'The body is not valid JSON.')
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
