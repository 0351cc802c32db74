import { askForObjects } from './ask-for-objects.ts'
import type { Git } from './git.ts'

/** The same for both questions: one program answers them. */
const FORMAT = '%(objecttype) %(objectsize)'

/** What `readContents` finds, each byte as one character. */
export async function readTexts(
  git: Git,
  ids: readonly string[],
  maxBytes: number,
): Promise<Map<string, string>> {
  const contents = await readContents(git, ids, maxBytes)
  return new Map([...contents].map(([id, bytes]) => [id, bytes.toString('latin1')]))
}

/**
 * Contents of files by their ids. Those that aren't there, and those of more than `maxBytes`, are
 * left out: one that somebody has pushed must not take all memory.
 */
export async function readContents(
  git: Git,
  ids: readonly string[],
  maxBytes: number,
): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>()
  const wanted = await idsUpTo(git, ids, maxBytes)
  let size: number | undefined
  await askForObjects(git, { command: 'contents', format: FORMAT }, wanted, (output, place) => {
    if (size === undefined) {
      const line = output.line()
      if (line === undefined) return false
      size = sizeIn(line)
      // It's gone.
      if (size === undefined) return true
    }
    const bytes = output.bytes(size + 1)
    if (!bytes) return false
    contents.set(wanted[place] ?? '', bytes.subarray(0, size))
    size = undefined
    return true
  })
  return contents
}

async function idsUpTo(git: Git, ids: readonly string[], maxBytes: number): Promise<string[]> {
  const sizes = await readSizes(git, ids)
  return [...sizes].flatMap(([id, size]) => (size <= maxBytes ? [id] : []))
}

/** In bytes, of files by their ids. Those that aren't there are left out. */
export async function readSizes(git: Git, ids: readonly string[]): Promise<Map<string, number>> {
  const unique = [...new Set(ids)]
  const sizes = new Map<string, number>()
  await askForObjects(git, { command: 'info', format: FORMAT }, unique, (output, place) => {
    const line = output.line()
    if (line === undefined) return false
    const size = sizeIn(line)
    if (size !== undefined) sizes.set(unique[place] ?? '', size)
    return true
  })
  return sizes
}

/** Of a file; undefined for one that is missing. */
function sizeIn(line: string): number | undefined {
  const [type, size] = line.split(' ')
  return type === 'blob' ? Number(size) : undefined
}
