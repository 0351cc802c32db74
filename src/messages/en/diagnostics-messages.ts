export const NO_UNRECOGNIZED_DATA = 'No unrecognized data so far.'
export const NO_UNRECOGNIZED_DATA_FOR_KEY = 'No unrecognized data for this key so far.'
export const UNRECOGNIZED_HINT =
  'Since you opened this page, the service sent data that this app has no meaning for. Text is shown as it came, extra fields are ignored, and data that we couldn’t read is counted and never overwritten. The list can help whoever runs the service or works on this app.'
export const COPY_HINT =
  'The list contains pieces of the service’s data, but none of your keys. Read it before you share it.'
export const COPIED = 'Copied.'
export const COPY_BY_HAND =
  'This browser doesn’t let the page copy. The text is selected, so you can copy it yourself.'

export function unrecognizedForKey(count: number): string {
  return `${count === 1 ? '1 unrecognized item' : `${count} unrecognized items`} for this key.`
}

export function timesSeen(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
