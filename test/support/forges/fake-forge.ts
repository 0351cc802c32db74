import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { onTestFinished } from 'vitest'
import type { ForgeChoice } from '#service/forge/open-forge.ts'
import { giteaRoutes } from './gitea-forge.ts'
import { githubRoutes } from './github-forge.ts'
import { gitlabRoutes } from './gitlab-forge.ts'

export interface FakePull {
  number: number
  title: string
  branch: string
  head: string
  target: string
  state: 'open' | 'draft' | 'merged' | 'closed'
  isOfFork: boolean
  isReviewAsked: boolean
  reviews: readonly FakeReview[]
}

interface FakeReview {
  person: number
  says: 'yes' | 'no' | 'nothing'
  commit: string
  /** Whether anybody at all can have written it. */
  isStranger?: boolean
}

export interface FakeResult {
  name: string
  state: 'success' | 'failure' | 'pending' | 'skipped'
  detail?: string
  url?: string
}

export type Fault =
  | 'unauthorized'
  | 'forbidden'
  | 'limited'
  | 'missing'
  | 'broken'
  | 'hanging'
  | 'half'
  | 'garbled'
  | 'moved'

export const FAKE_PROJECT = 'team/app'
export const FAKE_TOKEN = 'token-of-the-test'

export type FakeKind = ForgeChoice['kind']

/** What a fake forge has, and what it was asked. Tests change it as people would. */
interface ForgeState {
  pulls: FakePull[]
  /** By commit. */
  results: Map<string, FakeResult[]>
  fault: Fault | undefined
  /** Whether lists name the next page, and not only how many items there are. */
  hasLinks: boolean
  hasTotals: boolean
  /** When the project was given another name. */
  newName: string | undefined
  /** Called before an answer is sent, which says what the forge had at the question. */
  beforeReply: ((path: string) => Promise<void>) | undefined
  /** Paths, with their queries. */
  requests: string[]
  /** How many of them said "not modified". */
  unchanged: number
}

/** The routes of one kind of forge, below its API. */
export type ForgeRoutes = (app: Hono, forge: ForgeState, reply: Reply) => void

/** Sends a part of a list, or anything else whole. */
type Reply = (context: Context, json: unknown, page?: { size: number }) => Response

const KINDS = {
  github: { routes: githubRoutes, root: '/api/v3', header: 'Authorization', value: 'Bearer ' },
  gitlab: { routes: gitlabRoutes, root: '/api/v4', header: 'PRIVATE-TOKEN', value: '' },
  gitea: { routes: giteaRoutes, root: '/api/v1', header: 'Authorization', value: 'token ' },
} as const

/** Serves one project as a forge of this kind does, until the test ends. */
export async function startForge(kind: FakeKind) {
  const { routes, root, header, value } = KINDS[kind]
  const state: ForgeState = {
    pulls: [],
    results: new Map(),
    fault: undefined,
    hasLinks: true,
    hasTotals: kind === 'gitea',
    newName: undefined,
    beforeReply: undefined,
    requests: [],
    unchanged: 0,
  }
  const app = new Hono()
  app.use(async (context, next) => {
    const { pathname, search } = new URL(context.req.url)
    state.requests.push(`${pathname.slice(root.length)}${search}`)
    const answer = state.fault && (await FAULTS[state.fault](context))
    if (answer) return answer
    if (context.req.header(header) !== `${value}${FAKE_TOKEN}`) {
      return context.json({ message: 'Bad credentials' }, 401)
    }
    await next()
    await state.beforeReply?.(pathname)
    return undefined
  })
  const api = new Hono()
  routes(api, state, (context, json, page) => reply(state, context, json, page))
  app.route(root, api)
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = new URL(`http://127.0.0.1:${port}/`)
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  onTestFinished(close)
  const choice: ForgeChoice = {
    kind,
    site: url,
    project: FAKE_PROJECT,
    token: FAKE_TOKEN,
    hookSecret: undefined,
  }
  return Object.assign(state, { kind, url, choice, close })
}

/** A pull request as most of them are. */
export function fakePull(given: Partial<FakePull> & Pick<FakePull, 'branch' | 'head'>): FakePull {
  return {
    number: 128,
    title: 'Rotate the tokens',
    target: 'main',
    state: 'open',
    isOfFork: false,
    isReviewAsked: false,
    reviews: [],
    ...given,
  }
}

function reply(
  state: ForgeState,
  context: Context,
  json: unknown,
  page: { size: number } | undefined,
): Response {
  const url = new URL(context.req.url)
  const number = Number(url.searchParams.get('page') ?? 1)
  const items = Array.isArray(json) && page ? json : undefined
  const shown = items?.slice((number - 1) * (page?.size ?? 0), number * (page?.size ?? 0)) ?? json
  const text = JSON.stringify(shown)
  const etag = `"${createHash('sha1').update(text).digest('hex')}"`
  if (context.req.header('If-None-Match') === etag) {
    state.unchanged += 1
    return context.body(null, 304, { ETag: etag })
  }
  url.searchParams.set('page', String(number + 1))
  const hasMore = items && page && items.length > number * page.size
  const total: Record<string, string> =
    items && state.hasTotals ? { 'X-Total-Count': String(items.length) } : {}
  const link =
    hasMore && state.hasLinks ? { Link: `<${url}>; rel="next", <${url}>; rel="last"` } : {}
  return context.body(text, 200, {
    'Content-Type': 'application/json',
    ETag: etag,
    ...link,
    ...total,
  })
}

const FAULTS: Readonly<Record<Fault, (context: Context) => Promise<Response>>> = {
  unauthorized: async (context) => context.json({ message: 'Bad credentials' }, 401),
  forbidden: async (context) => context.json({ message: 'Resource not accessible' }, 403),
  limited: async (context) =>
    context.json({ message: 'API rate limit exceeded' }, 403, {
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1_000) + 120),
    }),
  missing: async (context) => context.json({ message: 'Not Found' }, 404),
  broken: async (context) => context.text('upstream error', 502),
  hanging: () => new Promise(() => undefined),
  half: async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('[{"number": 1'))
        setTimeout(() => controller.error(new Error('the connection ended')), 20)
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'application/json' } })
  },
  garbled: async (context) => context.json([{ number: 'twelve' }]),
  moved: async (context) => context.redirect('https://elsewhere.example/', 302),
}
