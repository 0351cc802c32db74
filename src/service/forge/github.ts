import * as v from 'valibot'
import type { PullState, ReviewState } from '#contract/repository-values.ts'
import { commitField, numberField, optionalText, pageUrl } from './fields.ts'
import type { ForgeReader, PullRequest } from './forge.ts'
import type { ForgeClient } from './forge-client.ts'
import { NO_RESULTS, worstOfEach } from './latest-results.ts'
import { githubRunMeaning, githubStatusMeaning } from './result-words.ts'
import { reviewState } from './review-state.ts'

/** https://docs.github.com/en/rest/pulls/pulls */
const pullSchema = v.object({
  number: numberField,
  html_url: optionalText,
  state: v.string(),
  draft: v.optional(v.boolean()),
  merged_at: optionalText,
  title: v.string(),
  updated_at: v.string(),
  requested_reviewers: v.optional(v.nullable(v.array(v.unknown()))),
  requested_teams: v.optional(v.nullable(v.array(v.unknown()))),
  head: v.object({
    ref: v.string(),
    sha: commitField,
    // The fork can have been deleted.
    repo: v.nullable(v.object({ id: v.number() })),
  }),
  base: v.object({ ref: v.string(), repo: v.object({ id: v.number() }) }),
})

/** https://docs.github.com/en/rest/pulls/reviews */
const reviewSchema = v.object({
  user: v.nullable(v.object({ id: v.number() })),
  author_association: v.string(),
  state: v.string(),
  commit_id: optionalText,
})

/** https://docs.github.com/en/rest/checks/runs */
const runsSchema = v.object({
  check_runs: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      conclusion: v.nullable(v.string()),
      html_url: optionalText,
      details_url: optionalText,
      output: v.optional(v.nullable(v.object({ title: optionalText }))),
    }),
  ),
})

/** https://docs.github.com/en/rest/commits/statuses */
const statusSchema = v.object({
  statuses: v.array(
    v.object({
      context: v.string(),
      state: v.string(),
      description: optionalText,
      target_url: optionalText,
    }),
  ),
})

/** Version of the API. The fields that a later one drops aren't read. */
const GITHUB_API_VERSION = '2022-11-28'

export function githubHeaders(token: string | undefined): Record<string, string> {
  return {
    Accept: 'application/vnd.github+json',
    'X-GitHub-Api-Version': GITHUB_API_VERSION,
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  }
}

/** https://api.github.com, or that of an enterprise server. */
export function githubApi(site: URL): URL {
  return site.host === 'github.com' ? new URL('https://api.github.com') : new URL('api/v3', site)
}

export function githubReader(client: ForgeClient, site: URL, project: string): ForgeReader {
  const path = `/repos/${project.split('/').map(encodeURIComponent).join('/')}`
  const page = new URL(project, site).href
  return {
    pullRef: (number) => `refs/pull/${number}/head`,
    web: { branch: `${page}/tree/{branch}`, commit: `${page}/commit/{commit}` },
    async openPulls(signal) {
      const pages = await client.pages(
        `${path}/pulls?state=open&per_page=100`,
        v.array(pullSchema),
        signal,
      )
      return pages.flat().map(pullOf)
    },
    async pullsOf(branch, signal) {
      const [owner = ''] = project.split('/')
      const head = encodeURIComponent(`${owner}:${branch}`)
      const url = `${path}/pulls?state=open&head=${head}&per_page=100`
      const pages = await client.pages(url, v.array(pullSchema), signal)
      return pages.flat().map(pullOf)
    },
    async pull(number, signal) {
      const found = await client.find(`${path}/pulls/${number}`, pullSchema, signal)
      return found && pullOf(found)
    },
    async reviewOf(pull, signal) {
      const url = `${path}/pulls/${pull.number}/reviews?per_page=100`
      const pages = await client.pages(url, v.array(reviewSchema), signal)
      // On a public project, everybody can review.
      const counting = pages.flat().filter((review) => MEMBERS.has(review.author_association))
      const reviews = counting.map(({ user, state, commit_id }) => ({
        person: user?.id,
        state: REVIEW_STATES[state],
        commit: commit_id ?? undefined,
      }))
      return reviewState(reviews, pull)
    },
    async resultsOf(commit, signal) {
      const runs = await client.findPages(
        `${path}/commits/${commit}/check-runs?filter=latest&per_page=50`,
        runsSchema,
        signal,
      )
      if (!runs) return NO_RESULTS
      const statuses = await client.pages(
        `${path}/commits/${commit}/status?per_page=100`,
        statusSchema,
        signal,
      )
      return worstOfEach([
        ...runs.flatMap(({ check_runs }) =>
          check_runs.map((run) => ({
            name: run.name,
            meaning: githubRunMeaning(run.status, run.conclusion),
            detail: run.output?.title,
            url: run.html_url ?? run.details_url,
          })),
        ),
        ...statuses.flatMap((page) =>
          page.statuses.map((status) => ({
            name: status.context,
            meaning: githubStatusMeaning(status.state),
            detail: status.description,
            url: status.target_url,
          })),
        ),
      ])
    },
  }
}

const MEMBERS: ReadonlySet<string> = new Set(['OWNER', 'MEMBER', 'COLLABORATOR'])

/** A comment, or a review that isn't sent yet, says neither yes nor no. */
const REVIEW_STATES: Readonly<Record<string, ReviewState | 'dismissed'>> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes_requested',
  DISMISSED: 'dismissed',
}

function pullOf(pull: v.InferOutput<typeof pullSchema>): PullRequest {
  const { head, base } = pull
  const isAsked = [pull.requested_reviewers, pull.requested_teams].some((all) => all?.length)
  return {
    number: pull.number,
    title: pull.title,
    url: pageUrl(pull.html_url),
    state: stateOf(pull),
    target: base.ref,
    branch: head.repo?.id === base.repo.id ? head.ref : undefined,
    head: head.sha,
    updatedAt: pull.updated_at,
    listedReview: isAsked ? 'required' : undefined,
  }
}

function stateOf(pull: v.InferOutput<typeof pullSchema>): PullState {
  if (pull.merged_at) return 'merged'
  if (pull.state !== 'open') return 'closed'
  return pull.draft ? 'draft' : 'open'
}
