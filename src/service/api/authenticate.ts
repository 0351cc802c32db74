import { messages } from '#service/messages.ts'
import { Problem } from '../http/problem.ts'
import type { CredentialStore, StoredCredential } from '../store/credential-store.ts'
import { hasSecretFormat } from '../store/secrets.ts'

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' }

/** Returns the credential of a request (spec 5.2). Throws a 401 that never contains the secret. */
export async function authenticate(
  credentials: CredentialStore,
  authorization: string | undefined,
): Promise<StoredCredential> {
  if (!authorization) {
    throw new Problem(401, 'key_missing', messages.problems.keyMissing, {}, CHALLENGE)
  }
  const [, secret] = /^Bearer +(\S+) *$/i.exec(authorization) ?? []
  const credential =
    secret && hasSecretFormat(secret) ? await credentials.findBySecret(secret) : undefined
  if (!credential) {
    throw new Problem(401, 'key_not_accepted', messages.problems.keyNotAccepted, {}, CHALLENGE)
  }
  return credential
}
