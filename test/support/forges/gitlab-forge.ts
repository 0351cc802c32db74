import type { FakePull, ForgeRoutes } from './fake-forge.ts'
import { updatedAt } from './updated-at.ts'

/**
 * https://docs.gitlab.com/api/merge_requests/, https://docs.gitlab.com/api/merge_request_approvals/,
 * and https://docs.gitlab.com/api/commits/, with the fields that a board could read.
 */
export const gitlabRoutes: ForgeRoutes = (app, forge, reply) => {
  const findPull = (iid: string) => forge.pulls.find(({ number }) => number === Number(iid))
  app.get('/projects/:id/merge_requests', (context) => {
    const wanted = context.req.query('source_branch')
    const open = forge.pulls.filter(({ state, branch }) => {
      return (state === 'open' || state === 'draft') && (!wanted || wanted === branch)
    })
    return reply(context, open.map(mergeRequestOf), { size: 100 })
  })
  app.get('/projects/:id/merge_requests/:iid', (context) => {
    const pull = findPull(context.req.param('iid'))
    if (!pull) return context.json({ message: '404 Not found' }, 404)
    return reply(context, mergeRequestOf(pull))
  })
  app.get('/projects/:id/merge_requests/:iid/approvals', (context) => {
    const pull = findPull(context.req.param('iid'))
    // Approvals stay when somebody pushes, unless the project says otherwise.
    const approvals = (pull?.reviews ?? []).filter(({ says, isStranger }) => {
      return says === 'yes' && !isStranger
    })
    return reply(context, {
      iid: pull?.number,
      approved: approvals.length > 0 || !pull?.isReviewAsked,
      approvals_required: pull?.isReviewAsked ? 1 : 0,
      approvals_left: pull?.isReviewAsked && approvals.length === 0 ? 1 : 0,
      approved_by: approvals.map(({ person, commit }) => ({
        user: { id: person, username: 'someone' },
        approved_at: commit === pull?.head ? '2026-01-03T00:00:00Z' : '2026-01-01T00:00:00Z',
      })),
    })
  })
  app.get('/projects/:id/merge_requests/:iid/reviewers', (context) => {
    const reviews = findPull(context.req.param('iid'))?.reviews ?? []
    const states = { yes: 'approved', no: 'requested_changes', nothing: 'reviewed' } as const
    // Each person is there once, with the newest review.
    const newest = new Map(reviews.map(({ person, says }) => [person, says]))
    return reply(
      context,
      [...newest].map(([id, says]) => ({ user: { id }, state: states[says] })),
    )
  })
  app.get('/projects/:id/merge_requests/:iid/versions', (context) => {
    const pull = findPull(context.req.param('iid'))
    return reply(context, [
      { id: 2, head_commit_sha: pull?.head, created_at: '2026-01-02T00:00:00Z' },
      { id: 1, head_commit_sha: 'e'.repeat(40), created_at: '2025-12-31T00:00:00Z' },
    ])
  })
  app.get('/projects/:id/repository/commits/:commit/statuses', (context) => {
    const results = forge.results.get(context.req.param('commit'))
    if (!results) return context.json({ message: '404 Commit Not Found' }, 404)
    const statuses = results.map(({ name, state, detail, url }, index) => ({
      id: index + 1,
      sha: context.req.param('commit'),
      ref: 'feature',
      status: { success: 'success', failure: 'failed', pending: 'running', skipped: 'skipped' }[
        state
      ],
      name,
      target_url: url ?? null,
      description: detail ?? null,
      allow_failure: false,
    }))
    return reply(context, statuses, { size: 100 })
  })
}

function mergeRequestOf(pull: FakePull) {
  const states = { open: 'opened', draft: 'opened', merged: 'merged', closed: 'closed' } as const
  return {
    id: pull.number + 1_000,
    iid: pull.number,
    project_id: 1,
    title: pull.state === 'draft' ? `Draft: ${pull.title}` : pull.title,
    state: states[pull.state],
    draft: pull.state === 'draft',
    updated_at: updatedAt(pull),
    target_branch: pull.target,
    source_branch: pull.branch,
    source_project_id: pull.isOfFork ? 2 : 1,
    target_project_id: 1,
    sha: pull.head,
    web_url: `https://forge.example/team/app/-/merge_requests/${pull.number}`,
    reviewers: pull.isReviewAsked ? [{ id: 3, username: 'someone' }] : [],
    // It names the first obstacle only.
    detailed_merge_status: 'discussions_not_resolved',
  }
}
