import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { SignedHook } from '../forge/verify-hook.ts'
import { Problem } from '../http/problem.ts'
import { messages } from '../messages/messages.ts'
import type { HookResult } from '../repository/forge/forge-hook.ts'
import type { WebEnv } from './access-record.ts'

export const FORGE_HOOK_PATH = '/hooks/forge'

const MAX_BYTES = 1024 * 1024

export type ReceiveHook = (hook: SignedHook) => HookResult

/** Reads all of it, or throws a 413. */
export const limitHook = bodyLimit({
  maxSize: MAX_BYTES,
  onError: () => {
    throw new Problem(413, 'body_too_large', messages.problems.bodyTooLarge(MAX_BYTES / 1024))
  },
})

/** The forge doesn't wait for what its web hook leads to. */
export async function answerHook(
  context: Context<WebEnv>,
  receive: ReceiveHook,
): Promise<Response> {
  const body = new Uint8Array(await context.req.arrayBuffer())
  const result = receive({ headers: context.req.raw.headers, body })
  if (result === 'forged') throw new Problem(401, 'hook_forged', messages.forge.hookForged)
  if (result === 'late') throw new Problem(401, 'hook_late', messages.forge.hookLate)
  return context.json({ result }, 202, { 'Cache-Control': 'no-store' })
}

/** In place of the page: an operator who opens the address learns that it is there. */
export function rejectOtherMethods(): never {
  const detail = messages.problems.methodNotAllowed(['POST'])
  throw new Problem(405, 'method_not_allowed', detail, {}, { Allow: 'POST' })
}
