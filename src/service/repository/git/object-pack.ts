import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

type ObjectType = 'commit' | 'tree'

interface PackedObject {
  id: Buffer
  offset: number
  crc: number
}

const TYPES: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2 }
const HEADER_LENGTH = 12

/**
 * Many small objects in two files, in git's format of packs (gitformat-pack). A file for each would
 * take most of the time of the merges that need them.
 */
export class ObjectPack {
  readonly #parts: Buffer[] = []
  readonly #objects = new Map<string, PackedObject>()
  #length = HEADER_LENGTH

  /** Returns the id. The ids of a repository are all as long as `likeId`. */
  add(type: ObjectType, content: Buffer, likeId: string): string {
    const id = idOf(type, content, likeId)
    if (this.#objects.has(id)) return id
    const part = Buffer.concat([entryHeader(TYPES[type], content.byteLength), deflateSync(content)])
    const object = { id: Buffer.from(id, 'hex'), offset: this.#length, crc: crc32(part) }
    this.#objects.set(id, object)
    this.#parts.push(part)
    this.#length += part.byteLength
    return id
  }

  /** Into a directory of objects. */
  async write(directory: string): Promise<void> {
    const objects = [...this.#objects.values()].sort((a, b) => a.id.compare(b.id))
    const [first] = objects
    if (!first) return
    const algorithm = first.id.byteLength > 20 ? 'sha256' : 'sha1'
    const withDigest = (parts: readonly Buffer[]) => {
      const content = Buffer.concat(parts)
      return Buffer.concat([content, createHash(algorithm).update(content).digest()])
    }
    const header = Buffer.concat([Buffer.from('PACK'), numbers(2, objects.length)])
    const pack = withDigest([header, ...this.#parts])
    const digest = pack.subarray(-first.id.byteLength)
    const index = withDigest([...indexOf(objects), digest])
    const path = join(directory, 'pack', `pack-${digest.toString('hex')}`)
    await mkdir(join(directory, 'pack'), { recursive: true })
    await writeFile(`${path}.pack`, pack)
    await writeFile(`${path}.idx`, index)
  }
}

/** As git hashes it. */
function idOf(type: ObjectType, content: Buffer, likeId: string): string {
  return createHash(likeId.length > 40 ? 'sha256' : 'sha1')
    .update(`${type} ${content.byteLength}\0`)
    .update(content)
    .digest('hex')
}

/** The type and the size: four bits of it, and then seven in each byte, the lowest first. */
function entryHeader(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 0x0f)]
  for (let rest = size >>> 4; rest > 0; rest >>>= 7) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80
    bytes.push(rest & 0x7f)
  }
  return Buffer.from(bytes)
}

/** Version 2, in the order of the ids. */
function indexOf(objects: readonly PackedObject[]): Buffer[] {
  const counts = new Array<number>(256).fill(0)
  for (const { id } of objects) counts[id[0] ?? 0] = (counts[id[0] ?? 0] ?? 0) + 1
  let total = 0
  const fanout = counts.map((count) => (total += count))
  return [
    Buffer.from([0xff, 0x74, 0x4f, 0x63]),
    numbers(2, ...fanout),
    ...objects.map(({ id }) => id),
    numbers(...objects.map(({ crc }) => crc)),
    numbers(...objects.map(({ offset }) => offset)),
  ]
}

/** Of four bytes each. */
function numbers(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value >>> 0, index * 4)
  return buffer
}
