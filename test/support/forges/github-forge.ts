import { createRequire } from 'node:module'
import type { FakePull, FakeResult, ForgeRoutes } from './fake-forge.ts'
import { updatedAt } from './updated-at.ts'

/** The published description of GitHub's API, with an example of each response. */
export const description: Description = createRequire(import.meta.url)(
  '@octokit/openapi/generated/api.github.com.json',
)

interface Description {
  components: {
    schemas: Readonly<Record<string, unknown>>
    examples: Readonly<Record<string, { value: unknown }>>
  }
}

type Json = Record<string, unknown>

function example(name: string): Json {
  const value = structuredClone(description.components.examples[name]?.value)
  return (Array.isArray(value) ? value[0] : value) as Json
}

/** With all fields that the description requires, from its own examples. */
export const githubRoutes: ForgeRoutes = (app, forge, reply) => {
  app.get('/repos/:owner/:name/pulls', (context) => {
    if (forge.newName && context.req.param('name') !== forge.newName) {
      const { pathname, search } = new URL(context.req.url)
      return context.redirect(`${pathname.replace('/app/', `/${forge.newName}/`)}${search}`, 301)
    }
    const [, head] = context.req.query('head')?.split(':') ?? []
    const open = forge.pulls.filter(({ state, branch }) => {
      return (state === 'open' || state === 'draft') && (!head || head === branch)
    })
    return reply(
      context,
      open.map((pull) => pullOf(pull, 'pull-request-simple-items')),
      {
        size: 100,
      },
    )
  })
  app.get('/repos/:owner/:name/pulls/:number', (context) => {
    const number = Number(context.req.param('number'))
    const pull = forge.pulls.find((one) => one.number === number)
    if (!pull) return context.json({ message: 'Not Found' }, 404)
    return reply(context, { ...pullOf(pull, 'pull-request'), merged: pull.state === 'merged' })
  })
  app.get('/repos/:owner/:name/pulls/:number/reviews', (context) => {
    const number = Number(context.req.param('number'))
    const pull = forge.pulls.find((one) => one.number === number)
    const reviews = (pull?.reviews ?? []).map(({ person, says, commit, isStranger }, index) => {
      const review = example('pull-request-review-items')
      return {
        ...review,
        id: index + 1,
        user: { ...(review.user as Json), id: person },
        author_association: isStranger ? 'NONE' : 'MEMBER',
        state: { yes: 'APPROVED', no: 'CHANGES_REQUESTED', nothing: 'COMMENTED' }[says],
        commit_id: commit,
      }
    })
    return reply(context, reviews, { size: 100 })
  })
  app.get('/repos/:owner/:name/commits/:commit/check-runs', (context) => {
    const results = forge.results.get(context.req.param('commit'))
    if (!results) return context.json({ message: 'No commit found for SHA' }, 422)
    // Every second result comes from an app, and the others are statuses.
    const runs = results.filter((_, index) => index % 2 === 0).map(runOf)
    return reply(context, { total_count: runs.length, check_runs: runs })
  })
  app.get('/repos/:owner/:name/commits/:commit/status', (context) => {
    const results = forge.results.get(context.req.param('commit')) ?? []
    const combined = example('combined-commit-status')
    const [status] = combined.statuses as Json[]
    const statuses = results
      .filter((_, index) => index % 2 === 1)
      .map((result) => ({
        ...status,
        context: result.name,
        state: result.state,
        description: result.detail ?? null,
        target_url: result.url ?? null,
      }))
    return reply(context, { ...combined, total_count: statuses.length, statuses })
  })
}

function pullOf(pull: FakePull, name: string): Json {
  const base = example(name)
  const [head, target] = [base.head as Json, base.base as Json]
  const isOver = pull.state === 'merged' || pull.state === 'closed'
  return {
    ...base,
    number: pull.number,
    updated_at: updatedAt(pull),
    title: pull.title,
    html_url: `https://forge.example/team/app/pull/${pull.number}`,
    state: isOver ? 'closed' : 'open',
    draft: pull.state === 'draft',
    merged_at: pull.state === 'merged' ? '2026-01-01T00:00:00Z' : null,
    requested_reviewers: pull.isReviewAsked ? base.requested_reviewers : [],
    requested_teams: [],
    head: {
      ...head,
      ref: pull.branch,
      sha: pull.head,
      repo: { ...(head.repo as Json), id: pull.isOfFork ? 2 : 1 },
    },
    base: { ...target, ref: pull.target, repo: { ...(target.repo as Json), id: 1 } },
  }
}

function runOf({ name, state, detail, url }: FakeResult): Json {
  const [run] = example('check-run-paginated').check_runs as Json[]
  const isOver = state !== 'pending'
  return {
    ...run,
    name,
    status: isOver ? 'completed' : 'in_progress',
    conclusion: isOver ? state : null,
    html_url: url ?? null,
    details_url: null,
    output: { ...(run?.output as Json), title: detail ?? null },
  }
}
