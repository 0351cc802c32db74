import * as v from 'valibot'
import type { PullState, ReviewState } from '#contract/repository-values.ts'
import { commitField, numberField, optionalText, pageUrl } from './fields.ts'
import type { ForgeReader, PullRequest } from './forge.ts'
import type { ForgeClient } from './forge-client.ts'
import { NO_RESULTS, worstOfEach } from './latest-results.ts'
import { gitlabMeaning } from './result-words.ts'

/** https://docs.gitlab.com/api/merge_requests/ */
const mergeRequestSchema = v.object({
  iid: numberField,
  web_url: optionalText,
  state: v.string(),
  draft: v.optional(v.boolean()),
  title: v.string(),
  updated_at: v.string(),
  // Null until the first commit of its branch is there.
  sha: v.nullable(commitField),
  source_branch: v.string(),
  target_branch: v.string(),
  source_project_id: v.nullable(v.number()),
  target_project_id: v.number(),
  reviewers: v.optional(v.nullable(v.array(v.unknown()))),
  detailed_merge_status: optionalText,
})

/** https://docs.gitlab.com/api/merge_request_approvals/ */
const approvalsSchema = v.object({
  approved: v.optional(v.boolean()),
  approvals_left: v.optional(v.nullable(v.number())),
  // Since GitLab 18.
  approved_by: v.array(v.object({ approved_at: optionalText })),
})

/** https://docs.gitlab.com/api/merge_requests/ (reviewers, and diff versions) */
const reviewersSchema = v.array(v.object({ state: v.string() }))
const versionsSchema = v.array(v.object({ head_commit_sha: v.string(), created_at: v.string() }))

/** https://docs.gitlab.com/api/commits/ */
const statusesSchema = v.array(
  v.object({
    name: v.string(),
    status: v.string(),
    allow_failure: v.optional(v.nullable(v.boolean())),
    description: optionalText,
    target_url: optionalText,
  }),
)

export function gitlabHeaders(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { 'PRIVATE-TOKEN': token }
}

export function gitlabApi(site: URL): URL {
  return new URL('api/v4', site)
}

export function gitlabReader(client: ForgeClient, site: URL, project: string): ForgeReader {
  const path = `/projects/${encodeURIComponent(project)}`
  const page = new URL(project, site).href
  return {
    pullRef: (number) => `refs/merge-requests/${number}/head`,
    web: { branch: `${page}/-/tree/{branch}`, commit: `${page}/-/commit/{commit}` },
    async openPulls(signal) {
      const url = `${path}/merge_requests?state=opened&per_page=100`
      const pages = await client.pages(url, v.array(mergeRequestSchema), signal)
      return pages.flat().flatMap((request) => pullOf(request) ?? [])
    },
    async pullsOf(branch, signal) {
      const name = encodeURIComponent(branch)
      const url = `${path}/merge_requests?state=opened&source_branch=${name}&per_page=100`
      const pages = await client.pages(url, v.array(mergeRequestSchema), signal)
      return pages.flat().flatMap((request) => pullOf(request) ?? [])
    },
    async pull(number, signal) {
      const url = `${path}/merge_requests/${number}`
      const found = await client.find(url, mergeRequestSchema, signal)
      return found && pullOf(found)
    },
    async reviewOf({ number, head, listedReview }, signal): Promise<ReviewState> {
      const request = `${path}/merge_requests/${number}`
      const reviewers = await client.get(`${request}/reviewers`, reviewersSchema, signal)
      const isAgainst = reviewers.some(({ state }) => state === 'requested_changes')
      if (isAgainst || listedReview === 'changes_requested') return 'changes_requested'
      const approvals = await client.get(`${request}/approvals`, approvalsSchema, signal)
      if (approvals.approved_by.length === 0) return listedReview ?? missing(approvals)
      if (!isEnough(approvals)) return 'required'
      const versions = await client.get(`${request}/versions`, versionsSchema, signal)
      return isOfNewest(approvals, versions, head) ? 'approved' : 'required'
    },
    async resultsOf(commit, signal) {
      const url = `${path}/repository/commits/${commit}/statuses?per_page=100`
      const pages = await client.findPages(url, statusesSchema, signal)
      if (!pages) return NO_RESULTS
      // Only the newest of each name and pipeline: branches and merge requests can have both.
      return worstOfEach(
        pages.flat().map(({ name, status, allow_failure, description, target_url }) => ({
          name,
          meaning: gitlabMeaning(status, allow_failure ?? false),
          detail: description,
          url: target_url,
        })),
      )
    },
  }
}

type Approvals = v.InferOutput<typeof approvalsSchema>

function missing({ approvals_left: left }: Approvals): ReviewState {
  return (left ?? 0) > 0 ? 'required' : 'none'
}

/** Where no approval is required, GitLab calls a request approved that nobody has seen. */
function isEnough({ approved, approvals_left: left }: Approvals): boolean {
  return approved !== false && (left ?? 0) === 0
}

/** GitLab doesn't say which commit was approved. An approval before the newest push is of another. */
function isOfNewest(
  { approved_by }: Approvals,
  versions: v.InferOutput<typeof versionsSchema>,
  head: string,
): boolean {
  const version = versions.find(({ head_commit_sha }) => head_commit_sha === head)
  const pushedAt = Date.parse(version?.created_at ?? '')
  return approved_by.some(({ approved_at }) => Date.parse(approved_at ?? '') >= pushedAt)
}

type MergeRequest = v.InferOutput<typeof mergeRequestSchema>

function pullOf(request: MergeRequest): PullRequest | undefined {
  const { sha, source_project_id, target_project_id } = request
  if (sha === null) return undefined
  return {
    number: request.iid,
    title: request.title.replace(/^(draft|wip):\s*/i, ''),
    url: pageUrl(request.web_url),
    state: stateOf(request),
    target: request.target_branch,
    branch: source_project_id === target_project_id ? request.source_branch : undefined,
    head: sha,
    updatedAt: request.updated_at,
    listedReview: listedReview(request),
  }
}

function stateOf({ state, draft }: MergeRequest): PullState {
  if (state === 'merged') return 'merged'
  if (state === 'opened') return draft ? 'draft' : 'open'
  // While it's being merged, it is "locked".
  return state === 'locked' ? 'open' : 'closed'
}

function listedReview({
  detailed_merge_status: status,
  reviewers,
}: MergeRequest): ReviewState | undefined {
  if (status === 'requested_changes') return 'changes_requested'
  return status === 'not_approved' || reviewers?.length ? 'required' : undefined
}
