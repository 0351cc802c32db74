import { Problem } from '../http/problem.ts'
import { messages } from '../messages/messages.ts'
import type { StoredCredential } from '../store/credential-rows.ts'
import { hasSecretFormat } from '../store/secrets.ts'

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' }
const INVALID_TOKEN = { 'WWW-Authenticate': 'Bearer error="invalid_token"' }

/** Returns the credential of a request (spec 5.2). Throws a 401 that never contains the secret. */
export async function authenticate(
  find: (secret: string) => Promise<StoredCredential | undefined>,
  authorization: string | undefined,
): Promise<StoredCredential> {
  if (!authorization) {
    throw new Problem(401, 'key_missing', messages.problems.keyMissing, {}, CHALLENGE)
  }
  const [, secret] = /^Bearer +(\S+) *$/i.exec(authorization) ?? []
  const credential = secret && hasSecretFormat(secret) ? await find(secret) : undefined
  if (!credential) {
    throw new Problem(401, 'key_not_accepted', messages.problems.keyNotAccepted, {}, INVALID_TOKEN)
  }
  return credential
}
