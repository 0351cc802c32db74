/**
 * All endpoints of the API (spec section 4, and one of ours), shared by the client, the service,
 * its proxy, and the tests.
 */
export const ENDPOINTS = {
  me: { method: 'GET', path: '/v1/me', boardScoped: false },
  board: { method: 'GET', path: '/v1/board', boardScoped: true },
  /** Not in the spec: for a service that offers it. [gap G30] */
  boardActivity: { method: 'GET', path: '/v1/board/activity', boardScoped: true },
  listLabels: { method: 'GET', path: '/v1/labels', boardScoped: true },
  createLabel: { method: 'POST', path: '/v1/labels', boardScoped: true },
  patchLabel: { method: 'PATCH', path: '/v1/labels/:labelId', boardScoped: true },
  deleteLabel: { method: 'DELETE', path: '/v1/labels/:labelId', boardScoped: true },
  patchCard: { method: 'PATCH', path: '/v1/cards/:number', boardScoped: true },
} as const

export type EndpointName = keyof typeof ENDPOINTS

/** Request header with the workspaceId (spec 5.3). */
export const WORKSPACE_HEADER = 'X-Service-Workspace'

/**
 * The path of an endpoint with percent-encoded parameters. Throws RangeError when a parameter is
 * missing, empty, or a dot segment, because the URL would then address another resource.
 */
export function endpointPath(
  name: EndpointName,
  params: Readonly<Record<string, string>> = {},
): string {
  return ENDPOINTS[name].path.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key]
    if (!value || value === '.' || value === '..')
      throw new RangeError(`${name} requires the path parameter ${key}`)
    return encodeURIComponent(value)
  })
}

/** The endpoint for a method and a path, with decoded parameters. Undefined when none matches. */
export function matchEndpoint(
  method: string,
  path: string,
): { name: EndpointName; params: Readonly<Record<string, string>> } | undefined {
  const segments = path.split('/')
  for (const { name, pattern } of PATTERNS) {
    if (ENDPOINTS[name].method !== method) continue
    const params = matchSegments(pattern, segments)
    if (params) return { name, params }
  }
  return undefined
}

/** Methods for the Allow header of a 405 response; empty for an unknown path. */
export function allowedMethods(path: string): string[] {
  const segments = path.split('/')
  return PATTERNS.filter(({ pattern }) => matchSegments(pattern, segments)).map(
    ({ name }) => ENDPOINTS[name].method,
  )
}

// Object.keys widens to string; the table above is the only source of its keys.
const PATTERNS = (Object.keys(ENDPOINTS) as EndpointName[]).map((name) => ({
  name,
  pattern: ENDPOINTS[name].path.split('/'),
}))

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, patternSegment] of pattern.entries()) {
    const segment = segments[index] ?? ''
    if (patternSegment.startsWith(':')) {
      const value = decodeSegment(segment)
      if (!value || value === '.' || value === '..') return undefined
      params[patternSegment.slice(1)] = value
    } else if (patternSegment !== segment) return undefined
  }
  return params
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
