import type { ForgeKind, ForgeReader } from './forge.ts'
import { ForgeClient } from './forge-client.ts'
import { giteaApi, giteaHeaders, giteaReader } from './gitea.ts'
import { githubApi, githubHeaders, githubReader } from './github.ts'
import { gitlabApi, gitlabHeaders, gitlabReader } from './gitlab.ts'
import { RequestBudget } from './request-budget.ts'

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

/** Below the 5,000 an hour of a token of GitHub, with enough to begin with 500 commits. */
const BUDGET = { burst: 1_200, perMinute: 60 }

export interface OpenForge extends ForgeReader {
  budget: Pick<RequestBudget, 'left' | 'counts'>
  close: () => Promise<void>
}

/** Opens nothing yet: the first request does. */
export function openForge({ kind, site, token }: ForgeSite, project: string): OpenForge {
  const { api, headers, reader } = KINDS[kind]
  const budget = new RequestBudget(BUDGET)
  // With a path, such as that of a forge under /git, the last part must stay.
  const root = new URL(site.href.endsWith('/') ? site.href : `${site.href}/`)
  const client = new ForgeClient({ base: api(root), headers: headers(token), budget })
  return {
    ...reader(client, root, project),
    budget,
    close: () => client.close(),
  }
}
