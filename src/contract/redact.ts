/** Shorter strings are too likely to match by accident. */
const MIN_SECRET_LENGTH = 8

/** Replaces a secret with "[secret]", also if it is JSON-escaped or URL-encoded. */
export function redactSecret(text: string, secret: string): string {
  if (secret.length < MIN_SECRET_LENGTH) return text
  const encodings = new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
  ])
  let result = text
  for (const encoding of encodings) result = result.replaceAll(encoding, '[secret]')
  return result
}
