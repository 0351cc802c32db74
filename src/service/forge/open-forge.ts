import type { ForgeKind, ForgeReader } from './forge.ts'
import { ForgeClient } from './forge-client.ts'
import { giteaApi, giteaHeaders, giteaReader } from './gitea.ts'
import { githubApi, githubHeaders, githubReader } from './github.ts'
import { gitlabApi, gitlabHeaders, gitlabReader } from './gitlab.ts'
import { ForgeLimits, RequestBudget } from './request-budget.ts'

const KINDS = {
  github: { api: githubApi, headers: githubHeaders, reader: githubReader },
  gitlab: { api: gitlabApi, headers: gitlabHeaders, reader: gitlabReader },
  gitea: { api: giteaApi, headers: giteaHeaders, reader: giteaReader },
} as const

/** Which forge a service reads, as its operator says. */
export interface ForgeChoice {
  kind: ForgeKind
  /** Where people see its pages, such as https://github.com/; undefined for the repository's host. */
  site: URL | undefined
  /** Such as team/app; undefined for what the repository's URL says. */
  project: string | undefined
  token: string | undefined
  /** Of web hooks; undefined for none. */
  hookSecret: string | undefined
}

/** A forge whose place is known. */
export type ForgeSite = Pick<ForgeChoice, 'kind' | 'token'> & { site: URL }

/** Both together are below the 5,000 an hour of a token of GitHub. Enough to begin with 500 cards. */
const FOR_LOOKS = { burst: 1_800, perMinute: 40 }
const FOR_MOVES = { burst: 200, perMinute: 10 }

export interface OpenForge extends ForgeReader {
  /** Of looks. Moves have one of their own. */
  budget: Pick<RequestBudget, 'left'>
  /** For decisions: nothing that is read in the background holds them up. */
  forMoves: ForgeReader
  /** Requests since the start, by what became of them. */
  counts: Readonly<ForgeLimits['counts']>
  close: () => Promise<void>
}

/** Opens nothing yet: the first request does. */
export function openForge({ kind, site, token }: ForgeSite, project: string): OpenForge {
  const { api, headers, reader } = KINDS[kind]
  const limits = new ForgeLimits()
  // With a path, such as that of a forge under /git, the last part must stay.
  const root = new URL(site.href.endsWith('/') ? site.href : `${site.href}/`)
  // GitHub doesn't count what is unchanged.
  const rules = { countsUnchanged: kind !== 'github' }
  const client = (budget: RequestBudget) =>
    new ForgeClient({
      base: api(root),
      headers: headers(token),
      hasToken: token !== undefined,
      budget,
    })
  const budget = new RequestBudget({ ...FOR_LOOKS, ...rules }, limits)
  const forLooks = client(budget)
  const forMoves = client(new RequestBudget({ ...FOR_MOVES, ...rules }, limits))
  return {
    ...reader(forLooks, root, project),
    budget,
    forMoves: reader(forMoves, root, project),
    counts: limits.counts,
    close: async () => {
      await Promise.all([forLooks.close(), forMoves.close()])
    },
  }
}
