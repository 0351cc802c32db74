/**
 * Characters that nobody sees, or that look like a blank, for the brackets of a regular expression.
 * Unicode doesn't count the last two kinds among those to ignore.
 */
const HIDDEN = '\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb'

const EACH = new RegExp(`[${HIDDEN}]`, 'gu')
const VISIBLE = new RegExp(`[^\\s${HIDDEN}]`, 'u')

export function withoutHidden(text: string): string {
  return text.replace(EACH, '')
}

/** Whether a person sees anything of it. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}
