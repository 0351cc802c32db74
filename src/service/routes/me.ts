import type { Context } from 'hono'
import * as v from 'valibot'
import { credentialSchema } from '#contract/credential.ts'
import type { RouteEnv } from '../board-service.ts'
import { presentCredential } from '../present.ts'

/** GET /v1/me (spec 4.1). */
export function handleMe(context: Context<RouteEnv>): Response {
  return context.json(v.parse(credentialSchema, presentCredential(context.var.credential)))
}
