import type { Git } from './git.ts'

/** Contents of files by their ids, each byte as one character. Those that aren't there are left out. */
export async function readTexts(git: Git, ids: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  if (ids.length === 0) return texts
  const input = [...new Set(ids)].map((id) => `${id}\n`).join('')
  const output = await git.read(['cat-file', '--batch'], { input, encoding: 'latin1' })
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf('\n', start)
    const [id = '', , size] = output.slice(start, end).split(' ')
    start = end + 1
    // "<id> missing"
    if (size === undefined) continue
    texts.set(id, output.slice(start, start + Number(size)))
    start += Number(size) + 1
  }
  return texts
}
