import type { CheckState } from '#contract/repository-values.ts'

/** `ignored` counts for nothing: the check was skipped. */
export type ResultMeaning = CheckState | 'ignored'

/** `status` and `conclusion` of a check run of GitHub. */
export function githubRunMeaning(status: string, conclusion: string | null): ResultMeaning {
  if (status !== 'completed') return PENDING_RUNS.has(status) ? 'pending' : 'failure'
  if (conclusion === 'success') return 'success'
  // Everything else is red, and so is any word that nobody knows.
  return conclusion === 'skipped' || conclusion === 'neutral' ? 'ignored' : 'failure'
}

const PENDING_RUNS: ReadonlySet<string> = new Set([
  'queued',
  'in_progress',
  'requested',
  'waiting',
  'pending',
])

/** `state` of a commit status of GitHub. */
export function githubStatusMeaning(state: string): ResultMeaning {
  return state === 'success' || state === 'pending' ? state : 'failure'
}

/** `status` of a job or an external status of GitLab. One that may fail never counts as red. */
export function gitlabMeaning(status: string, mayFail: boolean): ResultMeaning {
  if (status === 'success') return 'success'
  if (status === 'skipped') return 'ignored'
  if (PENDING_JOBS.has(status)) return 'pending'
  // It waits for a person, and holds up nothing if it may fail.
  if (status === 'manual') return mayFail ? 'ignored' : 'pending'
  return mayFail ? 'ignored' : 'failure'
}

const PENDING_JOBS: ReadonlySet<string> = new Set([
  'created',
  'waiting_for_resource',
  'waiting_for_callback',
  'preparing',
  'pending',
  'running',
  'scheduled',
])

/** `status` of a commit status of Gitea or Forgejo. A warning is red: it isn't green. */
export function giteaMeaning(status: string): ResultMeaning {
  if (status === 'skipped') return 'ignored'
  return status === 'success' || status === 'pending' ? status : 'failure'
}
