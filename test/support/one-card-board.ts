import { HttpResponse } from 'msw'

/** The card of a board that has no other one, as a service sends it. */
export const ONE_CARD = {
  id: '11',
  number: 101,
  title: 'Rotate keys',
  projectId: '41',
  statusId: '1',
  priority: 'high',
  assignee: 'Ada',
  labels: [] as string[],
}

/** The response with two columns, and the card in its own. */
export function oneCardBoard(card: typeof ONE_CARD): HttpResponse<object> {
  const columns = ['1', '2'].map((statusId) => ({
    statusId,
    name: `Column ${statusId}`,
    minRole: 'member',
    tasks: card.statusId === statusId ? [card] : [],
  }))
  return HttpResponse.json({ columns })
}
