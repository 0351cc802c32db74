import type { Git } from './git.ts'

/** First lines of the descriptions of branches, by name. */
export async function readDescriptions(git: Git): Promise<Map<string, string>> {
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
