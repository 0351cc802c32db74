import type { FakePull, ForgeRoutes } from './fake-forge.ts'
import { updatedAt } from './updated-at.ts'

/**
 * https://docs.gitlab.com/api/merge_requests/, https://docs.gitlab.com/api/merge_request_approvals/,
 * and https://docs.gitlab.com/api/commits/, with the fields that a board could read.
 */
export const gitlabRoutes: ForgeRoutes = (app, forge, reply) => {
  const findPull = (iid: string) => forge.pulls.find(({ number }) => number === Number(iid))
  app.get('/projects/:id/merge_requests', (context) => {
    const open = forge.pulls.filter(({ state }) => state === 'open' || state === 'draft')
    return reply(context, open.map(mergeRequestOf), { size: 100 })
  })
  app.get('/projects/:id/merge_requests/:iid', (context) => {
    const pull = findPull(context.req.param('iid'))
    if (!pull) return context.json({ message: '404 Not found' }, 404)
    return reply(context, mergeRequestOf(pull))
  })
  app.get('/projects/:id/merge_requests/:iid/approvals', (context) => {
    const pull = findPull(context.req.param('iid'))
    const approvals = (pull?.reviews ?? []).filter(({ says, commit }) => {
      // With "Remove all approvals when commits are added".
      return says === 'yes' && commit === pull?.head
    })
    return reply(context, {
      iid: pull?.number,
      approved: approvals.length > 0 || !pull?.isReviewAsked,
      approvals_required: pull?.isReviewAsked ? 1 : 0,
      approvals_left: pull?.isReviewAsked && approvals.length === 0 ? 1 : 0,
      approved_by: approvals.map(({ person }) => ({ user: { id: person, username: 'someone' } })),
    })
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
  const isAgainst = pull.reviews.some(({ says }) => says === 'no')
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
    detailed_merge_status: isAgainst ? 'requested_changes' : 'mergeable',
  }
}
