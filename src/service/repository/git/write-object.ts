import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'

/**
 * Writes an object into a directory of objects, without a process for it. Returns its id, which is
 * as long as `likeId`: a repository has ids of one kind.
 */
export async function writeObject(
  directory: string,
  type: 'commit' | 'tree',
  content: Buffer,
  likeId: string,
): Promise<string> {
  const data = Buffer.concat([Buffer.from(`${type} ${content.byteLength}\0`), content])
  const id = createHash(likeId.length > 40 ? 'sha256' : 'sha1')
    .update(data)
    .digest('hex')
  const folder = join(directory, id.slice(0, 2))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, id.slice(2)), deflateSync(data))
  return id
}
