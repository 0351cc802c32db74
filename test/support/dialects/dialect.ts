import { type EndpointName, matchEndpoint } from '#contract/endpoints.ts'
import type { BoardBody } from '#contract/schemas/board-schema.ts'
import type { CredentialBody } from '#contract/schemas/credential-schema.ts'
import type { LabelBody } from '#contract/schemas/label-schema.ts'
import type { ProblemBody } from '#contract/schemas/problem-schema.ts'

/** The fetch function of a service. */
export type ServiceFetch = (request: Request) => Promise<Response>

/** A service that follows the spec, and differs from ours where the spec leaves a choice. */
export interface Dialect {
  /** Sends an ETag with boards and labels, and checks If-Match. */
  hasEtags: boolean
  /** Returns 202, and applies the write later. */
  hasDelayedWrites: boolean
  /** Sends more data than our service. The same tests must still pass. */
  hasExtraData: boolean
  /** Wraps our service. Called once per test. */
  wrap: (service: ServiceFetch) => ServiceFetch
}

/** Changes to the requests and responses of our service. What is left out stays unchanged. */
export interface Translation {
  /** Converts a request to one for our service. */
  request?: (request: Request) => Promise<Request>
  credential?: (json: CredentialBody) => unknown
  /** `labels` are the labels of the board. */
  board?: (json: BoardBody, labels: readonly LabelBody[]) => unknown
  labels?: (json: readonly LabelBody[]) => unknown
  /** The response to an applied write. `json` is our response, undefined if it is empty. */
  writeResponse?: (endpoint: EndpointName, json: unknown) => Response
  /** The response to a request that failed. */
  errorResponse?: (endpoint: EndpointName | undefined, problem: ProblemBody) => Response
  /** Response headers of our service that the dialect doesn't send. */
  omittedHeaders?: readonly string[]
  /** Response headers that our service doesn't send. */
  addedHeaders?: Readonly<Record<string, string>>
}

/** Wraps our service in a translation. */
export function translate(service: ServiceFetch, translation: Translation): ServiceFetch {
  return async (request) => {
    const endpoint = matchEndpoint(request.method, new URL(request.url).pathname)?.name
    const boardLabels =
      endpoint === 'board' && translation.board ? await labelsOf(service, request) : []
    const response = await service(
      translation.request ? await translation.request(request) : request,
    )
    const headers = new Headers(response.headers)
    for (const name of translation.omittedHeaders ?? []) headers.delete(name)
    for (const [name, value] of Object.entries(translation.addedHeaders ?? {})) {
      headers.set(name, value)
    }
    if (response.status === 304) return new Response(null, { status: 304, headers })
    const text = await response.text()
    const json = withoutExtras(text === '' ? undefined : JSON.parse(text)) as never
    if (!response.ok) {
      const error = translation.errorResponse?.(endpoint, json)
      return error ?? new Response(JSON.stringify(json), { status: response.status, headers })
    }
    if (request.method !== 'GET' && endpoint !== undefined && translation.writeResponse) {
      return translation.writeResponse(endpoint, json)
    }
    const translated = translatedLoad(translation, endpoint, json, boardLabels) ?? json
    const body = typeof translated === 'string' ? translated : (JSON.stringify(translated) ?? '')
    return new Response(body === '' ? null : body, { status: response.status, headers })
  }
}

/** Names of boards and projects, what the service offers, and the role for labels are ours. */
function withoutExtras(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json
  const {
    projects: _,
    offers: __,
    cardLabelsMinRole: ___,
    ...rest
  } = json as Record<string, unknown>
  if (!Array.isArray(rest.boards)) return rest
  return { ...rest, boards: rest.boards.map(({ name: _, ...board }) => board) }
}

/** Undefined when the dialect doesn't change this response. */
function translatedLoad(
  translation: Translation,
  endpoint: string | undefined,
  // The shape of our own service's responses, as parsed JSON.
  json: never,
  boardLabels: LabelBody[],
): unknown {
  switch (endpoint) {
    case 'me':
      return translation.credential?.(json)
    case 'board':
      return translation.board?.(json, boardLabels)
    case 'listLabels':
      return translation.labels?.(json)
    default:
      return undefined
  }
}

async function labelsOf(service: ServiceFetch, { url, headers }: Request): Promise<LabelBody[]> {
  const requestHeaders = new Headers(headers)
  requestHeaders.delete('If-None-Match')
  const response = await service(
    new Request(new URL('/v1/labels', url), { headers: requestHeaders }),
  )
  return response.ok ? response.json() : []
}

/** Applies `change` to every card of a board. */
export function mapTasks(
  { columns }: Pick<BoardBody, 'columns'>,
  change: (task: BoardBody['columns'][number]['tasks'][number]) => unknown,
) {
  return { columns: columns.map((column) => ({ ...column, tasks: column.tasks.map(change) })) }
}
