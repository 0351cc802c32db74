import * as messages from '#messages/key-messages.ts'

export type ParsedApiKey = { type: 'key'; secret: string } | { type: 'invalid'; message: string }

/**
 * Removes what copying adds (spaces, line ends, quotes, zero-width characters, "Bearer ") and
 * rejects what a header can't carry.
 */
export function parseApiKey(pasted: string): ParsedApiKey {
  // A complete sign-in link has its key after the "#".
  const keyInLink = /#(?:.*&)?key=([^&\s]+)/.exec(pasted)?.[1]
  const secret = (keyInLink === undefined ? pasted : decode(keyInLink))
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .trim()
    .replace(/^authorization:\s*/i, '')
    .replace(/^["'`“”‘’]+|["'`“”‘’]+$/g, '')
    .trim()
    .replace(/^bearer(\s+|$)/i, '')
    .trim()
  if (!secret) return { type: 'invalid', message: messages.PASTE_A_KEY }
  if (/\s/.test(secret)) return { type: 'invalid', message: messages.KEY_CONTAINS_SPACES }
  const illegal = [...secret].find((character) => !/[\x21-\x7e]/.test(character))
  if (illegal) return { type: 'invalid', message: messages.illegalKeyCharacter(illegal) }
  return { type: 'key', secret }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
