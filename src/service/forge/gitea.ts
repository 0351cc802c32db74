import * as v from 'valibot'
import type { PullState, ReviewState } from '#contract/repository-values.ts'
import { commitField, numberField, optionalText, pageUrl } from './fields.ts'
import type { ForgeReader, PullRequest } from './forge.ts'
import type { ForgeClient } from './forge-client.ts'
import { NO_RESULTS, newestOfEach, worstOfEach } from './latest-results.ts'
import { giteaMeaning } from './result-words.ts'
import { reviewState } from './review-state.ts'

/** https://docs.gitea.com/api/ and https://forgejo.org/docs/latest/user/api-usage/ */
const pullSchema = v.object({
  number: numberField,
  html_url: optionalText,
  state: v.string(),
  draft: v.optional(v.boolean()),
  merged: v.optional(v.boolean()),
  title: v.string(),
  updated_at: v.string(),
  requested_reviewers: v.optional(v.nullable(v.array(v.unknown()))),
  // Empty when the branch is gone.
  head: v.object({
    ref: v.string(),
    sha: v.union([commitField, v.literal('')]),
    repo_id: v.number(),
  }),
  base: v.object({ ref: v.string(), repo_id: v.number() }),
})

const reviewSchema = v.object({
  // Null for a review by a team.
  user: v.optional(v.nullable(v.object({ id: v.number() }))),
  state: v.string(),
  commit_id: optionalText,
  dismissed: v.optional(v.boolean()),
  official: v.optional(v.boolean()),
})

/** The result of an item is `status`; only the sum of all has a `state`. */
const statusesSchema = v.array(
  v.object({
    id: v.number(),
    context: v.string(),
    status: v.string(),
    description: optionalText,
    target_url: optionalText,
  }),
)

export function giteaHeaders(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { Authorization: `token ${token}` }
}

export function giteaApi(site: URL): URL {
  return new URL('api/v1', site)
}

export function giteaReader(client: ForgeClient, site: URL, project: string): ForgeReader {
  const path = `/repos/${project.split('/').map(encodeURIComponent).join('/')}`
  const page = new URL(project, site).href
  const openPulls = async (signal: AbortSignal) => {
    const url = `${path}/pulls?state=open&limit=50`
    const pages = await client.pages(url, v.array(pullSchema), signal)
    return pages.flat().flatMap((pull) => pullOf(pull) ?? [])
  }
  return {
    pullRef: (number) => `refs/pull/${number}/head`,
    web: { branch: `${page}/src/branch/{branch}`, commit: `${page}/commit/{commit}` },
    openPulls,
    async pullsOf(branch, signal) {
      // Its list can't be asked for one branch.
      return (await openPulls(signal)).filter((pull) => pull.branch === branch)
    },
    async pull(number, signal) {
      const found = await client.find(`${path}/pulls/${number}`, pullSchema, signal)
      return found && pullOf(found)
    },
    async reviewOf(pull, signal) {
      const url = `${path}/pulls/${pull.number}/reviews?limit=50`
      const pages = await client.pages(url, v.array(reviewSchema), signal)
      // Of those who may approve here.
      const counting = pages.flat().filter(({ official }) => official === true)
      const reviews = counting.map(({ user, state, commit_id, dismissed }) => ({
        person: user?.id,
        state: dismissed ? ('dismissed' as const) : REVIEW_STATES[state],
        commit: commit_id ?? undefined,
      }))
      return reviewState(reviews, pull)
    },
    async resultsOf(commit, signal) {
      const url = `${path}/commits/${commit}/statuses?limit=50`
      const pages = await client.findPages(url, statusesSchema, signal)
      if (!pages) return NO_RESULTS
      const newest = newestOfEach(pages.flat(), ({ context }) => context)
      return worstOfEach(
        newest.map(({ context, status, description, target_url }) => ({
          name: context,
          meaning: giteaMeaning(status),
          detail: description,
          url: target_url,
        })),
      )
    },
  }
}

const REVIEW_STATES: Readonly<Record<string, ReviewState>> = {
  APPROVED: 'approved',
  REQUEST_CHANGES: 'changes_requested',
}

function pullOf(pull: v.InferOutput<typeof pullSchema>): PullRequest | undefined {
  const { head, base } = pull
  if (head.sha === '') return undefined
  // Without a branch of its own: it was pushed as a pull request, or its branch was deleted.
  const hasBranch = head.repo_id === base.repo_id && !head.ref.startsWith('refs/')
  return {
    number: pull.number,
    title: pull.title,
    url: pageUrl(pull.html_url),
    state: stateOf(pull),
    target: base.ref,
    branch: hasBranch ? head.ref : undefined,
    head: head.sha,
    updatedAt: pull.updated_at,
    listedReview: pull.requested_reviewers?.length ? 'required' : undefined,
  }
}

function stateOf({ state, merged, draft }: v.InferOutput<typeof pullSchema>): PullState {
  if (merged) return 'merged'
  if (state !== 'open') return 'closed'
  return draft ? 'draft' : 'open'
}
