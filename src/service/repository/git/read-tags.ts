import type { Git } from './git.ts'

export interface Tag {
  name: string
  commit: string
}

const FORMAT = '%(refname)%00%(objecttype)%00%(objectname)%00%(*objecttype)%00%(*objectname)'

/** Tags of commits that match a pattern, the oldest version first: v1.0-rc1 comes before v1.0. */
export async function readTags(git: Git, pattern: string): Promise<Tag[]> {
  const sorted = ['-c', 'versionsort.suffix=-', 'for-each-ref', '--sort=version:refname']
  const text = await git.read([...sorted, `--format=${FORMAT}`, `refs/tags/${pattern}`])
  return text.split('\n').flatMap((line) => {
    const [refname = '', type, id = '', peeledType, peeledId = ''] = line.split('\0')
    const name = refname.replace(/^refs\/tags\//, '')
    if (type === 'commit') return [{ name, commit: id }]
    return peeledType === 'commit' ? [{ name, commit: peeledId }] : []
  })
}
