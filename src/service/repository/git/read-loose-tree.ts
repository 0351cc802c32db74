import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { parseTree } from './tree-entries.ts'

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
  if (!stored) return undefined
  const object = inflateSync(stored)
  const entries = parseTree(object.subarray(object.indexOf(0) + 1), id.length / 2)
  return entries && new Map(entries.map(({ name, id: own }) => [name, own]))
}
