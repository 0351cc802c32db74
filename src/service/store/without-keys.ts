/** Anything that looks like a key of a board service, wherever somebody put it. */
const KEY = /kbs_[a-z2-7]+/gi

/** Shorter texts are likely to be in other words by accident. */
const MIN_SECRET_LENGTH = 16

/** Text for a log or the audit, without keys: neither those of this service nor the one sent. */
export function withoutKeys(text: string, secret = ''): string {
  const isLongEnough = secret.length >= MIN_SECRET_LENGTH
  const withoutSecret = isLongEnough ? text.replaceAll(secret, '[key]') : text
  return withoutSecret.replace(KEY, '[key]')
}
