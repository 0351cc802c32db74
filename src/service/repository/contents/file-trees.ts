import type { ObjectPack } from '../git/object-pack.ts'

/** Of the file at a place of such a tree. */
export function nameAt(place: number): string {
  return `file-${String(place).padStart(8, '0')}`
}

/** The reverse; undefined for another name. */
export function placeOf(name: string): number | undefined {
  const [, place] = /^file-(\d+)$/.exec(name) ?? []
  return place === undefined ? undefined : Number(place)
}

/** A folder with the contents as its files, in this order. None of them is empty. */
export function addTree(pack: ObjectPack, contents: readonly string[]): string {
  const entries = contents.flatMap((id, place) => [
    Buffer.from(`100644 ${nameAt(place)}\0`),
    Buffer.from(id, 'hex'),
  ])
  return pack.add('tree', Buffer.concat(entries), contents[0] ?? '')
}
