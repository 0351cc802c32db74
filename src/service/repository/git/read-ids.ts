import type { Git } from './git.ts'

/**
 * Ids of what is at paths in a commit or tree, by path, with one process. The path of a folder has
 * the folder's tree; the empty one has all of it.
 */
export async function readIds(
  git: Git,
  treeish: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const [found = new Map()] = await readIdsOfAll(git, [{ treeish, paths }])
  return found
}

export async function readIdsOfAll(
  git: Git,
  places: readonly { treeish: string; paths: readonly string[] }[],
): Promise<Map<string, string>[]> {
  const names = places.flatMap(({ treeish, paths }) => paths.map((path) => `${treeish}:${path}`))
  if (names.length === 0) return places.map(() => new Map())
  const args = ['cat-file', '--batch-check=%(objectname)', '-z']
  const text = await git.read(args, { input: names.map((name) => `${name}\0`).join('') })
  const lines = text.split('\n')
  let line = 0
  const nextId = (name: string): string | undefined => {
    const id = lines[line] ?? ''
    const isThere = /^[0-9a-f]{40,64}$/.test(id)
    // A missing one is named, and a name can have line ends.
    line += isThere ? 1 : name.split('\n').length
    return isThere ? id : undefined
  }
  return places.map(({ treeish, paths }) => {
    const ids = new Map<string, string>()
    for (const path of paths) {
      const id = nextId(`${treeish}:${path}`)
      if (id !== undefined) ids.set(path, id)
    }
    return ids
  })
}
