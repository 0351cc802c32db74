/**
 * The name of a label or project as it is compared: names that look the same are the same. Our
 * service allows one of each on a board.
 */
export function nameKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase()
}
