import type { Git } from './git.ts'
import type { Repository } from './repository.ts'

/** Refs of the board's own, which are never pushed. */
const PULLS = 'refs/pulls/'

/** What a pull request from a fork is called in place of a branch: no branch has such a name. */
export function nameOfPull(number: number): string {
  return `pull ${number}`
}

/** The number in such a name; undefined for a branch. */
export function numberOfPull(name: string): number | undefined {
  const [, number] = /^pull (\d+)$/.exec(name) ?? []
  return number === undefined ? undefined : Number(number)
}

/** The ref of a card. */
export function refOfCard(name: string): string {
  const number = numberOfPull(name)
  return number === undefined ? `refs/heads/${name}` : `${PULLS}${number}`
}

/** The pull requests that were fetched, by the names of their cards. */
export async function readPullRefs(git: Git): Promise<{ name: string; head: string }[]> {
  const text = await git.read(['for-each-ref', '--format=%(refname) %(objectname)', PULLS])
  return text.split('\n').flatMap((line) => {
    const [ref = '', head = ''] = line.split(' ')
    const number = Number(ref.slice(PULLS.length))
    return ref.startsWith(PULLS) && number > 0 ? [{ name: nameOfPull(number), head }] : []
  })
}

/** A pull request whose newest commit the forge has, but perhaps not the repository. */
export interface WantedPull {
  number: number
  head: string
  /** Where the forge has it, such as refs/pull/128/head. */
  ref: string
}

/** Of one fetch. */
const FETCH_TIMEOUT_MS = 60_000
const CHUNK_SIZE = 100

/**
 * Fetches those that are new, and removes those that aren't wanted any more. Returns the numbers of
 * those that the remote doesn't have.
 */
export async function fetchPullRefs(
  { git, source, isRemote }: Pick<Repository, 'git' | 'source' | 'isRemote'>,
  wanted: readonly WantedPull[],
  keep: (name: string) => boolean,
): Promise<number[]> {
  // Nothing is written into somebody's clone.
  if (!isRemote) return []
  const known = new Map((await readPullRefs(git)).map(({ name, head }) => [name, head]))
  const missing = wanted.filter(({ number, head }) => known.get(nameOfPull(number)) !== head)
  const failed: number[] = []
  for (let start = 0; start < missing.length; start += CHUNK_SIZE) {
    failed.push(...(await fetchEach({ git, source }, missing.slice(start, start + CHUNK_SIZE))))
  }
  const gone = [...known.keys()].filter((name) => !keep(name))
  const input = gone.map((name) => `delete ${refOfCard(name)}\n`).join('')
  if (gone.length > 0) await git.run(['update-ref', '--stdin'], { input })
  return failed
}

/** Bisects when git fails, so that a ref that isn't there costs only itself. */
async function fetchEach(
  repository: Pick<Repository, 'git' | 'source'>,
  pulls: readonly WantedPull[],
): Promise<number[]> {
  const { git, source } = repository
  const refspecs = pulls.map(({ number, ref }) => `+${ref}:${PULLS}${number}`)
  const options = { timeoutMs: FETCH_TIMEOUT_MS, isRemote: true }
  const { code } = await git.asUser().run([...FETCH, '--', source, ...refspecs], options)
  if (code === 0) return []
  // Killed: it isn't about one of them.
  if (pulls.length === 1 || code === -1) return pulls.map(({ number }) => number)
  const middle = Math.ceil(pulls.length / 2)
  const left = await fetchEach(repository, pulls.slice(0, middle))
  return [...left, ...(await fetchEach(repository, pulls.slice(middle)))]
}

const FETCH = [
  'fetch',
  '--quiet',
  '--no-tags',
  '--no-auto-gc',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
]
