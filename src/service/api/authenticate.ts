import { Problem } from '../http/problem.ts'
import { messages } from '../messages/messages.ts'
import type { StoredCredential } from '../store/credential-rows.ts'
import type { EndOfKey } from '../store/ended-keys.ts'
import { hasSecretFormat } from '../store/secrets.ts'

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' }
const INVALID_TOKEN = { 'WWW-Authenticate': 'Bearer error="invalid_token"' }

/** Where secrets are looked up. */
export interface KnownKeys {
  find: (secret: string) => Promise<StoredCredential | undefined>
  /** Of a secret that isn't accepted: who had it may know why it ended. */
  endOf: (secret: string) => Promise<EndOfKey | undefined>
}

/** Returns the credential of a request (spec 5.2). Throws a 401 that never contains the secret. */
export async function authenticate(
  { find, endOf }: KnownKeys,
  authorization: string | undefined,
): Promise<StoredCredential> {
  if (!authorization) {
    throw new Problem(401, 'key_missing', messages.problems.keyMissing, {}, CHALLENGE)
  }
  const [, secret = ''] = /^Bearer +(\S+) *$/i.exec(authorization) ?? []
  if (!hasSecretFormat(secret)) throw notAccepted(messages.problems.keyNotAccepted)
  const credential = await find(secret)
  if (credential) return credential
  const end = await endOf(secret)
  if (!end) throw notAccepted(messages.problems.keyNotAccepted)
  throw notAccepted(messages.problems.keyEnded(end.cause, end.at))
}

function notAccepted(detail: string): Problem {
  return new Problem(401, 'key_not_accepted', detail, {}, INVALID_TOKEN)
}
