import { askForObjects } from './ask-for-objects.ts'
import type { Git } from './git.ts'

/** The same for both questions: one program answers them. */
const FORMAT = '%(objecttype) %(objectsize)'

/** What `readContents` finds of files, each byte as one character. */
export async function readTexts(
  git: Git,
  ids: readonly string[],
  maxBytes: number,
): Promise<Map<string, string>> {
  const { contents } = await readContents(git, ids, maxBytes)
  return new Map([...contents].map(([id, bytes]) => [id, bytes.toString('latin1')]))
}

type ObjectType = 'blob' | 'tree'

/**
 * Contents of files or trees by their ids, and the sizes of those that are there. Those of more
 * than `maxBytes` are left out: one that somebody has pushed must not take all memory.
 */
export async function readContents(
  git: Git,
  ids: readonly string[],
  maxBytes: number,
  type: ObjectType = 'blob',
): Promise<{ contents: Map<string, Buffer>; sizes: Map<string, number> }> {
  const contents = new Map<string, Buffer>()
  const sizes = await readSizes(git, ids, type)
  const wanted = [...sizes].flatMap(([id, size]) => (size <= maxBytes ? [id] : []))
  let size: number | undefined
  await askForObjects(git, { command: 'contents', format: FORMAT }, wanted, (output, place) => {
    if (size === undefined) {
      const line = output.line()
      if (line === undefined) return false
      size = sizeIn(line, type)
      // It's gone.
      if (size === undefined) return true
    }
    const bytes = output.bytes(size + 1)
    if (!bytes) return false
    contents.set(wanted[place] ?? '', bytes.subarray(0, size))
    size = undefined
    return true
  })
  return { contents, sizes }
}

/** In bytes, by their ids. Those that aren't there are left out. */
export async function readSizes(
  git: Git,
  ids: readonly string[],
  type: ObjectType = 'blob',
): Promise<Map<string, number>> {
  const unique = [...new Set(ids)]
  const sizes = new Map<string, number>()
  await askForObjects(git, { command: 'info', format: FORMAT }, unique, (output, place) => {
    const line = output.line()
    if (line === undefined) return false
    const size = sizeIn(line, type)
    if (size !== undefined) sizes.set(unique[place] ?? '', size)
    return true
  })
  return sizes
}

/** Undefined for what is missing, or something else. */
function sizeIn(line: string, type: ObjectType): number | undefined {
  const [own, size] = line.split(' ')
  return own === type ? Number(size) : undefined
}
