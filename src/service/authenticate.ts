import { looksLikeSecret } from './credentials.ts'
import { Problem } from './problem.ts'
import type { CredentialStore, StoredCredential } from './store/credential-store.ts'

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' }

/** The credential of a request (spec 5.2). Throws a 401 that says what is wrong, and never repeats the key. */
export async function authenticate(
  credentials: CredentialStore,
  authorization: string | undefined,
): Promise<StoredCredential> {
  if (!authorization) {
    throw new Problem(401, 'key_missing', 'Send an API key: Authorization: Bearer <API_KEY>.', {}, CHALLENGE)
  }
  const [, secret] = /^Bearer +(\S+) *$/i.exec(authorization) ?? []
  const credential = secret && looksLikeSecret(secret) ? await credentials.bySecret(secret) : undefined
  if (!credential) {
    throw new Problem(
      401,
      'key_not_accepted',
      'This API key is not accepted: mistyped, retired or unknown.',
      {},
      CHALLENGE,
    )
  }
  return credential
}
