import type { FakePull, ForgeRoutes } from './fake-forge.ts'
import { updatedAt } from './updated-at.ts'

/** https://docs.gitea.com/api/ (repoListPullRequests, repoListPullReviews, repoListStatuses). */
export const giteaRoutes: ForgeRoutes = (app, forge, reply) => {
  const findPull = (index: string) => forge.pulls.find(({ number }) => number === Number(index))
  app.get('/repos/:owner/:name/pulls', (context) => {
    const open = forge.pulls.filter(({ state }) => state === 'open' || state === 'draft')
    return reply(context, open.map(pullOf), { size: 50 })
  })
  app.get('/repos/:owner/:name/pulls/:index', (context) => {
    const pull = findPull(context.req.param('index'))
    if (!pull) return context.json({ message: 'not found' }, 404)
    return reply(context, pullOf(pull))
  })
  app.get('/repos/:owner/:name/pulls/:index/reviews', (context) => {
    const reviews = (findPull(context.req.param('index'))?.reviews ?? []).map(
      ({ person, says, commit, isStranger }, index) => ({
        id: index + 1,
        user: { id: person, login: 'someone' },
        state: { yes: 'APPROVED', no: 'REQUEST_CHANGES', nothing: 'COMMENT' }[says],
        commit_id: commit,
        stale: false,
        official: !isStranger,
        dismissed: false,
      }),
    )
    return reply(context, reviews, { size: 50 })
  })
  app.get('/repos/:owner/:name/commits/:commit/statuses', (context) => {
    const results = forge.results.get(context.req.param('commit'))
    if (!results) return context.json({ message: 'not found' }, 404)
    // The list has every status that there ever was: each began as a pending one.
    const statuses = results.flatMap(({ name, state, detail, url }, index) =>
      (['pending', state] as const).map((status, step) => ({
        id: index * 2 + step + 1,
        status,
        context: name,
        description: detail ?? '',
        target_url: url ?? '',
      })),
    )
    return reply(context, statuses.reverse(), { size: 50 })
  })
}

function pullOf(pull: FakePull) {
  return {
    id: pull.number + 1_000,
    number: pull.number,
    title: pull.title,
    html_url: `https://forge.example/team/app/pulls/${pull.number}`,
    state: pull.state === 'merged' || pull.state === 'closed' ? 'closed' : 'open',
    draft: pull.state === 'draft',
    merged: pull.state === 'merged',
    updated_at: updatedAt(pull),
    requested_reviewers: pull.isReviewAsked ? [{ id: 3, login: 'someone' }] : null,
    head: { label: pull.branch, ref: pull.branch, sha: pull.head, repo_id: pull.isOfFork ? 2 : 1 },
    base: { label: pull.target, ref: pull.target, sha: pull.head, repo_id: 1 },
  }
}
