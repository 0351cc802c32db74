import { type BoardConfig, cardBranches } from '../config/board-config.ts'
import type { StoredBranch } from '../config/repository-rows.ts'
import type { Git } from '../git/git.ts'
import type { Ref } from '../git/read-refs.ts'

/** First lines of the descriptions of branches, by name. Only a new card needs one. */
export async function readDescriptions(
  git: Git,
  config: BoardConfig,
  refs: readonly Ref[],
  stored: readonly StoredBranch[],
): Promise<Map<string, string>> {
  const known = new Set(stored.map(({ name }) => name))
  const added = refs.filter(({ name }) => !known.has(name))
  if ((await cardBranches(added, config)).length === 0) return new Map()
  const pattern = '^branch\\..*\\.description$'
  const { stdout } = await git.run(['config', '--null', '--get-regexp', pattern])
  return new Map(
    stdout.split('\0').flatMap((entry) => {
      const [key = '', ...lines] = entry.split('\n')
      const name = key.replace(/^branch\./, '').replace(/\.description$/, '')
      const [description = ''] = lines
      return description.trim() ? [[name, description] as const] : []
    }),
  )
}
