import * as v from 'valibot'
import { credentialSchema } from '#contract/schemas/credential-schema.ts'
import type { RouteContext } from '../context.ts'
import { presentCredential } from '../present.ts'

/** GET /v1/me (spec 4.1). */
export function handleMe(context: RouteContext): Response {
  return context.json(v.parse(credentialSchema, presentCredential(context.get('credential'))))
}
