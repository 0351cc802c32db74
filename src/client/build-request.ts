import {
  ENDPOINTS,
  type EndpointName,
  endpointPath,
  WORKSPACE_HEADER,
} from '#contract/endpoints.ts'
import type { WorkerFetch } from './worker-fetch.ts'

export interface Target {
  /** Base URL of the service. The secret is sent to no other URL. */
  baseUrl: string
  secret: string
}

export interface ApiRequest {
  endpoint: EndpointName
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  workspaceId?: string
  body?: unknown
  etag?: string | undefined
  /** ETag for the If-Match header: the service applies the write only to this version. */
  ifMatch?: string | undefined
  signal?: AbortSignal | undefined
  workerFetch?: WorkerFetch | undefined
  /** Seconds that the service may wait for another version than `etag`. [gap G27] */
  wait?: number | undefined
}

/** The loads of the first screen, which can start before the code of their screen is there. */
export const ME_REQUEST: ApiRequest = { endpoint: 'me' }

export function boardRequest(workspaceId: string, projectId: string | undefined): ApiRequest {
  return { endpoint: 'board', workspaceId, query: projectId === undefined ? {} : { projectId } }
}

export function labelsRequest(workspaceId: string): ApiRequest {
  return { endpoint: 'listLabels', workspaceId }
}

export interface PreparedRequest {
  path: string
  url: URL
  init: RequestInit & { method: string; headers: Headers }
}

/** Throws for an id that a URL or a header can't contain. */
export function buildRequest(target: Target, request: ApiRequest): PreparedRequest {
  const path = endpointPath(request.endpoint, request.params)
  const url = new URL(target.baseUrl)
  url.pathname = url.pathname.replace(/\/$/, '') + path
  for (const [key, value] of Object.entries(request.query ?? {})) {
    url.searchParams.set(key, value)
  }
  const init = {
    method: ENDPOINTS[request.endpoint].method,
    headers: requestHeaders(target, request),
    body: request.body === undefined ? null : JSON.stringify(request.body),
    redirect: 'error',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  } as const
  return { path, url, init }
}

function requestHeaders({ secret }: Target, request: ApiRequest): Headers {
  const headers = new Headers({
    Accept: 'application/json',
    Authorization: `Bearer ${secret}`,
  })
  if (request.workspaceId !== undefined) headers.set(WORKSPACE_HEADER, request.workspaceId)
  if (request.body !== undefined) headers.set('Content-Type', 'application/json')
  if (request.ifMatch) headers.set('If-Match', request.ifMatch)
  if (request.etag) headers.set('If-None-Match', request.etag)
  if (request.wait) headers.set('Prefer', `wait=${request.wait}`)
  return headers
}

/** The page's own origin, unless the page was built for a service at another one. */
export function serviceBaseUrl(): string {
  return import.meta.env.VITE_BOARD_SERVICE_URL || window.location.origin
}
