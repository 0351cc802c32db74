/** The interface as one table (spec section 4): the client, the service, its proxy and the tests all read it. */
export const ENDPOINTS = {
  me: { method: 'GET', path: '/v1/me', boardScoped: false },
  board: { method: 'GET', path: '/v1/board', boardScoped: true },
  listLabels: { method: 'GET', path: '/v1/labels', boardScoped: true },
  createLabel: { method: 'POST', path: '/v1/labels', boardScoped: true },
  patchLabel: { method: 'PATCH', path: '/v1/labels/:labelId', boardScoped: true },
  deleteLabel: { method: 'DELETE', path: '/v1/labels/:labelId', boardScoped: true },
  patchCard: { method: 'PATCH', path: '/v1/cards/:number', boardScoped: true },
} as const

/** Name of an endpoint of the interface. */
export type EndpointName = keyof typeof ENDPOINTS

/** One row of the endpoint table. */
export type Endpoint = (typeof ENDPOINTS)[EndpointName]

/** Header that names the board (spec 5.3). */
export const WORKSPACE_HEADER = 'X-Service-Workspace'

/**
 * The path of an endpoint with its parameters filled in, each one percent-encoded.
 * Throws RangeError when a parameter is missing or empty: an empty id would address another resource.
 */
export function endpointPath(name: EndpointName, params: Readonly<Record<string, string>> = {}): string {
  return ENDPOINTS[name].path.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key]
    if (!value || value === '.' || value === '..') throw new RangeError(`${name} needs a ${key}`)
    return encodeURIComponent(value)
  })
}

/** Finds the endpoint that a method and a path address, with its decoded parameters; undefined when there is none. */
export function matchEndpoint(
  method: string,
  path: string,
): { name: EndpointName; params: Readonly<Record<string, string>> } | undefined {
  for (const name of ENDPOINT_NAMES) {
    if (ENDPOINTS[name].method !== method) continue
    const params = matchPath(ENDPOINTS[name].path, path)
    if (params) return { name, params }
  }
  return undefined
}

/** The methods that some endpoint offers at this path, for the Allow header of a 405. */
export function methodsAt(path: string): string[] {
  return ENDPOINT_NAMES.filter((name) => matchPath(ENDPOINTS[name].path, path)).map((name) => ENDPOINTS[name].method)
}

// Object.keys widens to string; the table above is the only source of its keys.
const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as EndpointName[]

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const want = pattern.split('/')
  const have = path.split('/')
  if (want.length !== have.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of want.entries()) {
    const segment = have[index] ?? ''
    if (part.startsWith(':')) {
      const value = decodeSegment(segment)
      if (!value || value === '.' || value === '..') return undefined
      params[part.slice(1)] = value
    } else if (part !== segment) return undefined
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
