import type { BoardBody } from '#contract/board.ts'
import type { CredentialBody } from '#contract/credential.ts'
import { type EndpointName, matchEndpoint } from '#contract/endpoints.ts'
import type { ProblemBody } from '#contract/error-body.ts'
import type { LabelBody } from '#contract/label.ts'

/** A service, seen as what it answers to a request. */
export type Answering = (request: Request) => Promise<Response>

/** A service that keeps to the interface and answers differently wherever the interface is silent. */
export interface Dialect {
  /** Gives boards and labels a version (ETag), and heeds If-Match. */
  hasVersions: boolean
  /** Does what it was asked a moment after it has answered 202. */
  isLate: boolean
  /** Sends things of its own beside what our service has: the same suite must find what it looks for all the same. */
  addsThings: boolean
  /** Speaks the dialect over our own service. Made anew for each test. */
  over: (own: Answering) => Answering
}

/** How a dialect says what our service says. What it leaves out is said as ours says it. */
export interface Translation {
  /** The request that our service gets. */
  request?: (request: Request) => Promise<Request>
  credential?: (json: CredentialBody) => unknown
  /** `labels` are those of the board. */
  board?: (json: BoardBody, labels: readonly LabelBody[]) => unknown
  labels?: (json: readonly LabelBody[]) => unknown
  /** The answer to a write that was done; `json` is ours, undefined when it was empty. */
  written?: (endpoint: EndpointName, json: unknown) => Response
  /** The answer to what was not done. */
  refused?: (endpoint: EndpointName | undefined, problem: ProblemBody) => Response
  /** Headers of ours that are not sent. */
  without?: readonly string[]
}

/** Speaks a translation over our own service. */
export function translate(own: Answering, translation: Translation): Answering {
  return async (request) => {
    const endpoint = matchEndpoint(request.method, new URL(request.url).pathname)?.name
    const labelsToo = endpoint === 'board' && translation.board ? await labelsOf(own, request) : []
    const answer = await own(translation.request ? await translation.request(request) : request)
    const headers = new Headers(answer.headers)
    for (const name of translation.without ?? []) headers.delete(name)
    if (answer.status === 304) return new Response(null, { status: 304, headers })
    const text = await answer.text()
    const json = text === '' ? undefined : JSON.parse(text)
    if (!answer.ok)
      return translation.refused?.(endpoint, json) ?? new Response(text, { status: answer.status, headers })
    if (request.method !== 'GET' && endpoint !== undefined && translation.written) {
      return translation.written(endpoint, json)
    }
    const said =
      endpoint === 'me'
        ? translation.credential?.(json)
        : endpoint === 'board'
          ? translation.board?.(json, labelsToo)
          : endpoint === 'listLabels'
            ? translation.labels?.(json)
            : undefined
    const body = said === undefined ? text : typeof said === 'string' ? said : JSON.stringify(said)
    return new Response(body === '' ? null : body, { status: answer.status, headers })
  }
}

async function labelsOf(own: Answering, { url, headers }: Request): Promise<LabelBody[]> {
  const only = new Headers(headers)
  only.delete('If-None-Match')
  const answer = await own(new Request(new URL('/v1/labels', url), { headers: only }))
  return answer.ok ? answer.json() : []
}

/** The cards of a board, each made different. */
export function mapTasks(
  { columns }: BoardBody,
  change: (task: BoardBody['columns'][number]['tasks'][number]) => unknown,
) {
  return { columns: columns.map((column) => ({ ...column, tasks: column.tasks.map(change) })) }
}
