const ONE_EMOJI = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}?\\ufe0f?'
const EMOJI = `${ONE_EMOJI}(?:\\u200d${ONE_EMOJI})*`
const HIDDEN = '(?! )[\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\p{Zs}\\p{Zl}\\p{Zp}\\u2800]'
const EITHER = new RegExp(`${EMOJI}|(${HIDDEN})`, 'gu')

/**
 * A name of a branch or a file whose characters can all be seen: those that hide, reverse, or look
 * like a space are code points, such as `fix<U+202E>`. Emoji that are joined to one stay.
 */
export function visibleName(name: string): string {
  return name.replace(EITHER, (found: string, hidden: string | undefined) => {
    if (hidden === undefined) return found
    const digits = (hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `<U+${digits}>`
  })
}
