/** A shorter text is no secret worth the name, and may stand in an answer by chance. */
const SHORTEST_SECRET = 8

/** A text in which a secret cannot be read any more: neither as it is, nor as JSON or an address writes it. */
export function redacted(text: string, secret: string): string {
  if (secret.length < SHORTEST_SECRET) return text
  const forms = new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
  let clean = text
  for (const form of forms) clean = clean.replaceAll(form, '[secret]')
  return clean
}
