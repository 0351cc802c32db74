import type { Context } from 'hono'
import * as v from 'valibot'
import { messages } from '../messages/messages.ts'
import { Problem } from './problem.ts'

const MAX_DEPTH = 20

/** Parses a JSON body with a schema of the contract. Throws a 400 or 415. */
export async function readBody<Schema extends v.GenericSchema>(
  context: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  checkMediaType(context)
  const json = parseJson(decodeUtf8(await context.req.arrayBuffer()))
  if (isDeeper(json, MAX_DEPTH)) {
    throw new Problem(400, 'bad_request', messages.problems.bodyTooDeep(MAX_DEPTH))
  }
  const result = v.safeParse(schema, json)
  if (!result.success)
    throw new Problem(400, 'bad_request', result.issues.map(describeIssue).join('; '))
  return result.output
}

function checkMediaType(context: Context): void {
  const type = context.req.header('Content-Type') ?? ''
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new Problem(415, 'unsupported_media_type', messages.problems.bodyNotJsonType)
  }
  const encoding = context.req.header('Content-Encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    throw new Problem(415, 'unsupported_media_type', messages.problems.bodyEncoded)
  }
}

/** Fails for bytes that aren't UTF-8, instead of replacing them. */
function decodeUtf8(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Problem(400, 'bad_request', messages.problems.bodyNotUtf8)
  }
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  if (issue.type === 'strict_object' && issue.expected === 'never')
    return messages.problems.unknownField(path)
  return path && !issue.message.startsWith(path) ? `${path}: ${issue.message}` : issue.message
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem(400, 'bad_request', messages.problems.bodyNotJson)
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1))
}
