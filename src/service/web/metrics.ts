import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { ENDPOINTS, matchEndpoint } from '#contract/endpoints.ts'

export interface ObservedRequest {
  method: string
  path: string
  status: number
  seconds: number
  code: string | undefined
  hasWaited?: boolean | undefined
}

export interface MetricsSources {
  /** How many loads wait for a change. */
  waiting: () => number
  /** Since the start, by what became of them; undefined without a forge. */
  forgeRequests?: (() => Readonly<Record<string, number>>) | undefined
}

/** Numbers for Prometheus. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests = new Histogram({
    name: 'board_request_duration_seconds',
    help: 'Time from a request to its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15],
    registers: [this.#registry],
  })
  readonly #problems = new Counter({
    name: 'board_problems_total',
    help: 'Error responses by their code.',
    labelNames: ['code'],
    registers: [this.#registry],
  })

  constructor({ waiting, forgeRequests }: MetricsSources) {
    collectDefaultMetrics({ register: this.#registry })
    new Gauge({
      name: 'board_waiting_loads',
      help: 'Loads that wait for a change.',
      registers: [this.#registry],
      collect() {
        this.set(waiting())
      },
    })
    if (!forgeRequests) return
    new Counter({
      name: 'board_forge_requests_total',
      help: 'Requests to the forge since the start: all, those without news, and those that failed.',
      labelNames: ['result'],
      registers: [this.#registry],
      collect() {
        this.reset()
        for (const [result, count] of Object.entries(forgeRequests())) this.inc({ result }, count)
      },
    })
  }

  observe({ method, path, status, seconds, code, hasWaited }: ObservedRequest): void {
    const route = hasWaited ? `${routeOf(method, path)} (waiting)` : routeOf(method, path)
    this.#requests.observe({ method, route, status: String(status) }, seconds)
    if (code !== undefined) this.#problems.inc({ code })
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }
}

/** A few fixed names, so that clients can't make up new ones. */
function routeOf(method: string, path: string): string {
  const endpoint = matchEndpoint(method === 'HEAD' ? 'GET' : method, path)
  if (endpoint) return ENDPOINTS[endpoint.name].path
  if (path === '/') return '/'
  if (path.startsWith('/assets/')) return '/assets'
  return ['/healthz', '/readyz', '/metrics', '/hooks/forge'].includes(path) ? path : 'other'
}
