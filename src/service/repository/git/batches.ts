/** In their order, of at most so many bytes each, where one item doesn't have more. */
export function batches<Item>(
  items: readonly Item[],
  maxBytes: number,
  bytesOf: (item: Item) => number,
): Item[][] {
  const found: Item[][] = []
  let bytes = Infinity
  for (const item of items) {
    bytes += bytesOf(item)
    if (bytes > maxBytes) {
      found.push([])
      bytes = bytesOf(item)
    }
    found.at(-1)?.push(item)
  }
  return found
}
