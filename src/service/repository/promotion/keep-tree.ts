import { copyFile, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { boardSpace, repositorySpace } from '../git/object-space.ts'
import type { Repository } from '../git/repository.ts'

/**
 * Copies what the repository lacks of a tree that the board has made. git wouldn't write an object
 * that it only finds beside the repository, and nothing there may miss one.
 */
export async function keepTree(repository: Repository, tree: string, tip: string): Promise<void> {
  const from = boardSpace(repository)
  const { objects } = repository
  if (from.directory === objects) return
  if ((await missingFrom(repository, [tree])).length === 0) return
  const args = ['rev-list', '--objects', '--no-object-names', tree, `^${tip}`]
  const text = await from.git.read(args)
  const missing = await missingFrom(repository, text.split('\n').filter(Boolean))
  // A tree comes after what it names.
  for (const id of missing.reverse()) {
    const name = join(id.slice(0, 2), id.slice(2))
    const target = join(objects, name)
    await mkdir(join(objects, id.slice(0, 2)), { recursive: true })
    await copyFile(join(from.directory, name), `${target}.new`)
    await rename(`${target}.new`, target)
  }
}

async function missingFrom(repository: Repository, ids: readonly string[]): Promise<string[]> {
  const input = ids.map((id) => `${id}\n`).join('')
  const args = ['cat-file', '--batch-check=%(objectname)']
  const text = await repositorySpace(repository).git.read(args, { input })
  const lines = text.split('\n')
  return ids.filter((_, index) => lines[index]?.endsWith(' missing'))
}
