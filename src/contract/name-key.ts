import { withoutHidden } from './hidden-characters.ts'

/**
 * The name of a label or project as it is compared: names that look the same are the same. Our
 * service allows one of each on a board.
 */
export function nameKey(name: string): string {
  // Several blanks are shown as one.
  return withoutHidden(name.normalize('NFKC')).replace(/\s+/g, ' ').trim().toLowerCase()
}
