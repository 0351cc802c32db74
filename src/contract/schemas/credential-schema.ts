import * as v from 'valibot'

/** Board that a credential has access to (spec 2.2), sent by our service. */
const boardEntrySchema = v.strictObject({
  workspaceId: v.pipe(v.string(), v.regex(/^\d+$/)),
  organizationId: v.pipe(v.string(), v.regex(/^\d+$/)),
  role: v.pipe(v.string(), v.nonEmpty()),
  /** [gap G29] */
  name: v.string(),
})

/** Response of our service to GET /v1/me (spec 2.1). */
export const credentialSchema = v.strictObject({
  clientId: v.pipe(v.string(), v.nonEmpty()),
  name: v.string(),
  scopes: v.array(v.string()),
  boards: v.array(boardEntrySchema),
  answering: v.null(),
})

export type CredentialBody = v.InferOutput<typeof credentialSchema>
