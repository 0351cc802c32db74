/** A pasted text as a key, or what is wrong with it. */
export type CleanSecret = { secret: string } | { problem: string }

/**
 * Takes off what copying adds (spaces, line ends, quotes, zero-width characters, "Bearer ") and explains what cannot be
 * sent in a header.
 */
export function cleanSecret(pasted: string): CleanSecret {
  // A whole sign-in link holds its key behind the "#".
  const link = /#(?:.*&)?key=([^&\s]+)/.exec(pasted)?.[1]
  const text = (link === undefined ? pasted : decoded(link))
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .trim()
    .replace(/^authorization:\s*/i, '')
    .replace(/^["'`“”‘’]+|["'`“”‘’]+$/g, '')
    .trim()
    .replace(/^bearer(\s+|$)/i, '')
    .trim()
  if (!text) return { problem: 'Paste an API key.' }
  if (/\s/.test(text)) return { problem: 'This is more than one word. Paste the key alone.' }
  const illegal = [...text].find((character) => !/[\x21-\x7e]/.test(character))
  if (illegal) return { problem: `A key cannot hold the character “${illegal}”. Copy it again from where it was made.` }
  return { secret: text }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
