import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'

/**
 * Ids of the files in a folder, by their names, from a directory that git has just written the
 * folder's tree to: no program has to be started. Undefined when git had that tree already.
 */
export async function readLooseTree(
  directory: string,
  id: string,
): Promise<Map<string, string> | undefined> {
  const path = join(directory, id.slice(0, 2), id.slice(2))
  const stored = await readFile(path).catch(() => undefined)
  return stored && parseTree(inflateSync(stored), id.length / 2)
}

/** After a header that ends with NUL: mode, name, NUL, and the bytes of the id, for each file. */
function parseTree(object: Buffer, idLength: number): Map<string, string> {
  const found = new Map<string, string>()
  for (let start = object.indexOf(0) + 1; start < object.byteLength; ) {
    const end = object.indexOf(0, start)
    const name = object.toString('utf8', object.indexOf(' ', start) + 1, end)
    start = end + 1 + idLength
    found.set(name, object.toString('hex', end + 1, start))
  }
  return found
}
