import { type FileMerge, readFileMerges, withAttributes } from '../git/merge-attributes.ts'
import type { ObjectSpace } from '../git/object-space.ts'

/** How git merges files of trees, by path, in the order of the places. Most are merged by lines. */
export async function readMergesOfAll(
  space: ObjectSpace,
  places: readonly { treeish: string; paths: readonly string[] }[],
): Promise<ReadonlyMap<string, FileMerge>[]> {
  const attributes = await space.attributes.of(
    space.git,
    places.map(({ treeish }) => treeish),
  )
  const known = new Map<string, ReadonlyMap<string, FileMerge>>()
  for (const files of attributes) {
    if (!files || known.has(files.key)) continue
    const same = places.filter((_, index) => attributes[index]?.key === files.key)
    const paths = [...new Set(same.flatMap((place) => place.paths))]
    const found = await space.withDirectory(async (directory) =>
      readFileMerges(await withAttributes(space.git, directory, files), paths),
    )
    known.set(files.key, found)
  }
  return attributes.map((files) => (files && known.get(files.key)) ?? new Map())
}
