import type { Git } from './git.ts'

/**
 * Contents of files by their ids, each byte as one character. Those that aren't there, and those of
 * more than `maxBytes`, are left out: one that somebody has pushed must not take all memory.
 */
export async function readTexts(
  git: Git,
  ids: readonly string[],
  maxBytes: number,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const input = (await idsUpTo(git, ids, maxBytes)).map((id) => `${id}\n`).join('')
  if (input === '') return texts
  const output = await git.read(['cat-file', '--batch'], { input, encoding: 'latin1' })
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf('\n', start)
    const [id = '', , size = '0'] = output.slice(start, end).split(' ')
    start = end + 1
    texts.set(id, output.slice(start, start + Number(size)))
    start += Number(size) + 1
  }
  return texts
}

async function idsUpTo(git: Git, ids: readonly string[], maxBytes: number): Promise<string[]> {
  const sizes = await readSizes(git, ids)
  return [...sizes].flatMap(([id, size]) => (size <= maxBytes ? [id] : []))
}

/** In bytes, of files by their ids. Those that aren't there are left out. */
export async function readSizes(git: Git, ids: readonly string[]): Promise<Map<string, number>> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return new Map()
  const input = unique.map((id) => `${id}\n`).join('')
  const text = await git.read(['cat-file', '--batch-check=%(objecttype) %(objectsize)'], { input })
  const lines = text.split('\n')
  return new Map(
    unique.flatMap((id, index) => {
      const [type, size] = lines[index]?.split(' ') ?? []
      return type === 'blob' ? [[id, Number(size)]] : []
    }),
  )
}
