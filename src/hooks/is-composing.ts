/** What browsers send for a key that an input method takes. */
const TAKEN = 229

/**
 * Whether a key belongs to the input of a character. Safari ends the composition before it sends
 * the key that has ended it.
 */
export function isComposing({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === TAKEN
}
