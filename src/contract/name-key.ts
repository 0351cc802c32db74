import { HIDDEN_CHARACTERS } from './hidden-characters.ts'

const HIDDEN = new RegExp(`[${HIDDEN_CHARACTERS}]`, 'gu')

/**
 * The name of a label or project as it is compared: names that look the same are the same. Our
 * service allows one of each on a board.
 */
export function nameKey(name: string): string {
  // Several blanks are shown as one.
  return name.normalize('NFKC').replace(HIDDEN, '').replace(/\s+/g, ' ').trim().toLowerCase()
}
