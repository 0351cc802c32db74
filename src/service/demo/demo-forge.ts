import type { ReviewState } from '#contract/repository-values.ts'
import type { ForgeReader, ForgeResult, PullRequest } from '../forge/forge.ts'
import type { OpenForge } from '../forge/open-forge.ts'
import type { WatchedBoard } from '../repository/forge/forge-looks.ts'

interface DemoPull {
  number: number
  isDraft?: boolean
  review?: ReviewState
  results: readonly Pick<ForgeResult, 'name' | 'state' | 'detail'>[]
}

const BUILD = { name: 'build', state: 'success', detail: '' } as const
const UNIT = { name: 'unit / node 20', state: 'success', detail: '' } as const

/** Pull requests by the numbers of cards: one for each thing that they can wait for. */
const PULLS: Readonly<Record<string, DemoPull>> = {
  101: { number: 201, review: 'approved', results: [BUILD, UNIT] },
  102: { number: 202, isDraft: true, results: [] },
  103: { number: 203, review: 'required', results: [BUILD, UNIT] },
  121: { number: 204, review: 'changes_requested', results: [BUILD, UNIT] },
  122: { number: 205, review: 'none', results: [BUILD, { ...UNIT, state: 'pending' }] },
  123: {
    number: 206,
    review: 'required',
    results: [{ ...UNIT, state: 'failure', detail: '2 tests failed' }, BUILD],
  },
}

/** The forge of the demo, which needs no network. A promotion merges its pull requests. */
export function demoForge({ git, branches }: WatchedBoard): OpenForge {
  const pullsOf = async (): Promise<PullRequest[]> => {
    const merged = await git.read([
      'for-each-ref',
      '--merged=refs/heads/main',
      '--format=%(refname:short)',
      'refs/heads/card',
    ])
    const isMerged = new Set(merged.split('\n'))
    return [...(branches() ?? [])].flatMap(([branch, { head }]) => {
      const demo = demoPullOf(branch)
      if (!demo) return []
      const state = demo.isDraft ? 'draft' : 'open'
      const place = { branch, head, target: 'main', url: undefined, updatedAt: head }
      // The card's own title stays.
      const pull = { number: demo.number, title: '', listedReview: undefined, ...place }
      return [{ ...pull, state: isMerged.has(branch) ? 'merged' : state }]
    })
  }
  const openPulls = async () => (await pullsOf()).filter(({ state }) => state !== 'merged')
  const reader: ForgeReader = {
    web: undefined,
    pullRef: (number) => `refs/pull/${number}/head`,
    openPulls,
    pullsOf: async (name) => (await openPulls()).filter(({ branch }) => branch === name),
    pull: async (number) => (await pullsOf()).find((one) => one.number === number),
    reviewOf: async ({ branch }) => demoPullOf(branch)?.review ?? 'none',
    resultsOf: async (commit) => {
      const found = [...(branches() ?? [])].find(([, { head }]) => head === commit)
      const results = demoPullOf(found?.[0])?.results ?? []
      return { results: results.map((result) => ({ ...result, url: undefined })) }
    },
  }
  return {
    ...reader,
    forMoves: reader,
    budget: { left: Number.POSITIVE_INFINITY },
    counts: { sent: 0, unchanged: 0, failed: 0 },
    close: async () => undefined,
  }
}

/** Of a branch such as "card/104-sort-by-price". */
function demoPullOf(branch = ''): DemoPull | undefined {
  const [, number = ''] = /^card\/(\d+)-/.exec(branch) ?? []
  return Object.hasOwn(PULLS, number) ? PULLS[number] : undefined
}
