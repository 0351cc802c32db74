/** How whole a reading was. */
export interface Reading {
  unreadable: number
  incomplete: boolean
}

/** Says what is missing from a list on the screen: "2 labels could not be read."; undefined when nothing is. [gap G19] */
export function readingNote(one: string, many: string, { unreadable, incomplete }: Reading): string | undefined {
  const words = [
    ...(unreadable > 0 ? [`${unreadable} ${unreadable === 1 ? one : many} could not be read.`] : []),
    ...(incomplete ? ['The list may be incomplete: the service speaks of further pages.'] : []),
  ]
  return words.length > 0 ? words.join(' ') : undefined
}
