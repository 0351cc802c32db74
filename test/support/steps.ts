import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { isObject } from '#contract/json.ts'
import { readBoard } from '#contract/readers/read-board.ts'
import { connect, type PageService, type User } from './page.tsx'

/** Connects and opens the label manager. */
export async function openLabels(secret: string) {
  const { user } = await connect(secret)
  await user.click(await screen.findByRole('button', { name: 'Labels' }))
  const dialog = await screen.findByRole('dialog', { name: 'Labels' })
  await within(dialog).findByRole('button', { name: 'Edit bug' })
  return { user, dialog }
}

/** Opens a card's menu and selects a column. */
export async function moveTo(user: User, actionsButton: RegExp, column: string) {
  await user.click(await screen.findByRole('button', { name: actionsButton }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }))
  await user.click(await screen.findByRole('menuitem', { name: column }))
}

async function boardOnServer({ own, keys }: PageService) {
  const headers = { Authorization: `Bearer ${keys.viewer}` }
  return readBoard(await (await own(new Request('http://x/v1/board', { headers }))).json())
}

/** A board that doesn't say who may change the labels of its cards, as other services'. [gap G18] */
export function withoutLabelRole({ service }: Pick<PageService, 'service'>) {
  return http.get('*/v1/board', async ({ request }) => {
    const response = await service.fetch(request.clone())
    const board: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    if (!isObject(board) || !response.ok) return response
    return HttpResponse.json({ ...board, cardLabelsMinRole: undefined })
  })
}

/** Label ids by card number, as the service has them. */
export async function labelsOnServer(running: PageService): Promise<Record<number, string[]>> {
  const cards = (await boardOnServer(running))?.columns.flatMap((column) => column.cards) ?? []
  return Object.fromEntries(
    cards.map((card) => [card.number, card.labels?.map((label) => label.id).sort() ?? []]),
  )
}

/** The name of a card's column in the service. */
export async function columnOnServer(
  running: PageService,
  number: number,
): Promise<string | undefined> {
  const board = await boardOnServer(running)
  return board?.columns.find((column) => column.cards.some((card) => card.number === number))?.name
}

/** Changes a card as a person with another key, past the dialect. Returns the status of the response. */
export async function patchAsOther(
  { own, keys }: PageService,
  number: number,
  body: object,
): Promise<number> {
  const headers = {
    Authorization: `Bearer ${keys.maintainer}`,
    'Content-Type': 'application/json',
  }
  const init = { method: 'PATCH', headers, body: JSON.stringify(body) }
  const response = await own(new Request(`http://board.test/v1/cards/${number}`, init))
  return response.status
}

/** Holds back the responses to GET requests that match, until `release` is called. */
export function holdResponses(path: string, isHeld: (request: Request) => boolean = () => true) {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const handler = http.get(path, async ({ request }) => {
    if (isHeld(request)) await released
    return undefined
  })
  return { handler, release: () => release() }
}
