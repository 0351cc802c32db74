/** Keys of shortcuts, by their places on a keyboard. */
const PLACES: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']' }

/**
 * The key that shortcuts go by. Where a key types a letter of another script, such as Cyrillic, it
 * is the Latin one at the same place. Latin layouts differ, so their own letters count.
 */
export function pressedKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (!/^(?!\p{Script=Latin})[\p{L}\p{M}]$/u.test(key)) return key
  return PLACES[code] ?? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key
}
