import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { unrecognizedItems } from '#messages/app-messages.ts'
import {
  COPIED,
  COPY_BY_HAND,
  NO_UNRECOGNIZED_DATA_FOR_KEY,
  timesSeen,
  unrecognizedForKey,
} from '#messages/diagnostics-messages.ts'
import { UNREADABLE_CARD } from '#messages/name-messages.ts'
import { missingEntries } from '#messages/warning-messages.ts'
import { useDialogStore } from '#state/dialog-store.ts'
import { useServiceNoticesStore } from '#state/service-notices-store.ts'
import {
  connect,
  flushInspectionQueue,
  type PageService,
  pageOverService,
  refreshAndListen,
  renderApp,
} from '#test/support/page.tsx'

const { start, network } = pageOverService()

/** Applies `change` to the JSON of each response to a GET request for `path`. */
function changeResponses(
  running: PageService,
  path: string,
  change: (json: never) => unknown,
  headers = {},
) {
  network.use(
    http.get(`*${path}`, async ({ request }) => {
      const headersToSend = new Headers(request.headers)
      // Without a body, there is nothing to change.
      headersToSend.delete('If-None-Match')
      const response = await running.service.fetch(new Request(request, { headers: headersToSend }))
      return HttpResponse.json(change((await response.json()) as never) as object, {
        status: response.status,
        headers,
      })
    }),
  )
}

interface WireColumn {
  kind: string
  tasks: { priority: string }[]
}

/** With a board that has been made unrecognized. */
async function startServiceWithUnrecognizedData() {
  const running = await start()
  makeBoardUnrecognized(running)
  return running
}

/**
 * From now on, its board has values, a field, and a shape that aren't in the spec. The field
 * contains the key's secret.
 */
function makeBoardUnrecognized(running: PageService) {
  changeResponses(running, '/v1/board', ({ columns }: { columns: WireColumn[] }) => ({
    columns: columns.map((column) => ({
      ...column,
      kind: 'train',
      echo: `you sent ${running.keys.member}`,
      tasks: [null, ...column.tasks.map((task) => ({ ...task, priority: 'P7' }))],
    })),
  }))
}

/** Matches the notification for any number of items. */
const NOTIFICATION = new RegExp(unrecognizedItems(2).replace('2 items', '.*'))

const LABELS = { one: 'label of this board', many: 'labels of this board' }
const findPanel = () => screen.findByRole('dialog', { name: 'Unrecognized data' })

describe('unrecognized data', () => {
  test('shows one notification, with a button that opens the list, and none after a page reload', async () => {
    const { keys } = await startServiceWithUnrecognizedData()
    const { user, unmount } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    await flushInspectionQueue()
    const toast = await screen.findByText(NOTIFICATION, { selector: '[data-toast] *' })
    expect(toast.textContent).toBe(unrecognizedItems(4))
    await user.click(screen.getByRole('button', { name: 'Show' }))
    const list = await findPanel()
    expect(within(list).getByRole('region', { name: 'Kinds of columns' }).textContent).toContain(
      'train GET',
    )
    expect(within(list).getByRole('region', { name: 'Priorities' }).textContent).toContain('P7')
    expect(within(list).getByRole('region', { name: 'Fields' }).textContent).toContain('echo')
    expect(within(list).getByRole('region', { name: 'Shapes' }).textContent).toContain('no id')
    // The same data after a page reload shows no second notification.
    unmount()
    useServiceNoticesStore.setState(useServiceNoticesStore.getInitialState())
    useDialogStore.setState(useDialogStore.getInitialState())
    renderApp()
    await screen.findByRole('article', { name: /^#101/ })
    await flushInspectionQueue()
    await waitFor(() =>
      expect(Object.keys(useServiceNoticesStore.getState().bySource)).not.toEqual([]),
    )
    expect(screen.queryByText(NOTIFICATION, { selector: '[data-toast] *' })).toBeNull()
  })

  test('is counted once when the same data loads again, and is copied without the secret', async () => {
    const { keys } = await startServiceWithUnrecognizedData()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    const columns = screen.getAllByRole('region').filter((region) => region.dataset.statusId)
    for (let poll = 0; poll < 3; poll += 1) {
      await user.click(screen.getByRole('button', { name: 'Refresh' }))
      await flushInspectionQueue()
    }
    await user.click(screen.getByRole('button', { name: /^Workspace/ }))
    await user.click(await screen.findByRole('button', { name: 'Details of Demo member' }))
    await screen.findByText(unrecognizedForKey(4))
    const details = screen.getByRole('dialog', { name: 'Key Demo member' })
    await user.click(within(details).getByRole('button', { name: 'Unrecognized data' }))
    const list = await findPanel()
    expect(within(list).getByRole('region', { name: 'Shapes' }).textContent).toContain(
      timesSeen(columns.length),
    )
    const writeText = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(within(list).getByRole('button', { name: 'Copy JSON' }))
    await within(list).findByText(COPIED)
    const copied = String(writeText.mock.lastCall?.[0])
    const { findings } = JSON.parse(copied)
    const echo = findings.find((finding: { value: string }) => finding.value === 'echo')
    expect(echo).toEqual({
      subject: 'field',
      where: 'GET /v1/board, column',
      value: 'echo',
      count: columns.length,
      sample: '"you sent [secret]"',
    })
    expect(document.body.innerHTML).not.toContain(keys.member)
  })

  test('is selected for manual copying when the browser does not allow access to the clipboard', async () => {
    const { keys } = await startServiceWithUnrecognizedData()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    await flushInspectionQueue()
    await user.click(await screen.findByRole('button', { name: 'Show' }))
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await user.click(within(await findPanel()).getByRole('button', { name: 'Copy JSON' }))
    await screen.findByText(COPY_BY_HAND)
    const field = screen.getByLabelText<HTMLTextAreaElement>('As JSON')
    expect(field.selectionEnd - field.selectionStart).toBe(field.value.length)
  })

  test('does not replace a notification that offers Undo', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard(']')
    await screen.findByRole('button', { name: 'Undo' })
    // Only now: a slow machine would have reported it before the move.
    makeBoardUnrecognized(running)
    await refreshAndListen(user)
    await flushInspectionQueue()
    expect(Object.keys(useServiceNoticesStore.getState().bySource)).not.toEqual([])
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
  })
})

test('nothing is reported as unrecognized when the service follows the spec', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.everywhere)
  await user.click(await screen.findByRole('button', { name: /^Storefront/ }))
  await screen.findByRole('article', { name: /^#106/ })
  await user.click(screen.getByRole('button', { name: 'Labels' }))
  await screen.findByRole('button', { name: 'Edit bug' })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await flushInspectionQueue()
  expect(useServiceNoticesStore.getState().bySource).toEqual({})
  await user.click(screen.getByRole('button', { name: /^Workspace/ }))
  await user.click(await screen.findByRole('button', { name: 'Details of Demo everywhere' }))
  await screen.findByText(NO_UNRECOGNIZED_DATA_FOR_KEY)
})

test('unrecognized data of a key is discarded when a person removes the key', async () => {
  const { keys } = await startServiceWithUnrecognizedData()
  const { user } = await connect(keys.member)
  await screen.findByRole('article', { name: /^#101/ })
  await flushInspectionQueue()
  await user.click(screen.getByRole('button', { name: /^Workspace/ }))
  await user.click(await screen.findByRole('button', { name: 'Remove key Demo member' }))
  await screen.findByRole('heading', { name: 'Connect to a board' })
  await waitFor(() => expect(useServiceNoticesStore.getState().bySource).toEqual({}))
})

describe('an incomplete list', () => {
  test('of cards is reported above the board, with a button that opens the details', async () => {
    const { keys } = await startServiceWithUnrecognizedData()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    const columns = screen.getAllByRole('region').filter((region) => region.dataset.statusId)
    const message = missingEntries(
      { one: 'card or column of this board', many: 'cards or columns of this board' },
      { unreadableCount: columns.length, hasNextPage: false },
    )
    await screen.findByText(String(message))
    await waitFor(() =>
      expect(screen.getAllByRole('article', { name: UNREADABLE_CARD })).toHaveLength(
        columns.length,
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Details' }))
    await findPanel()
  })

  test.each<[string, (json: unknown[]) => unknown, Record<string, string>, string | undefined]>([
    [
      'unreadable labels',
      (json) => [...json, null, { name: 'no id' }],
      {},
      missingEntries(LABELS, { unreadableCount: 2, hasNextPage: false }),
    ],
    [
      'a cursor',
      (json) => ({ items: json, nextCursor: 'x' }),
      {},
      missingEntries(LABELS, { unreadableCount: 0, hasNextPage: true }),
    ],
    [
      'a Link header',
      (json) => json,
      { Link: '</v1/labels?page=2>; rel="next"' },
      missingEntries(LABELS, { unreadableCount: 0, hasNextPage: true }),
    ],
  ])(
    'of labels is reported in the label manager and in the card panel when the response has %s [gap G19]',
    async (_, change, headers, message) => {
      const running = await start()
      changeResponses(running, '/v1/labels', change as never, headers)
      const { user } = await connect(running.keys.member)
      const card = await screen.findByRole('article', { name: /^#101/ })
      await user.click(screen.getByRole('button', { name: 'Labels' }))
      const dialog = await screen.findByRole('dialog', { name: 'Labels' })
      await within(dialog).findByText(String(message))
      await user.click(within(dialog).getByRole('button', { name: 'Close' }))
      card.focus()
      await user.keyboard('l')
      await within(await screen.findByRole('group', { name: 'Labels' })).findByText(String(message))
    },
  )

  test('of a key’s boards is reported in the key details', async () => {
    const running = await start()
    changeResponses(running, '/v1/me', (json: { boards: unknown[] }) => ({
      ...json,
      boards: [...json.boards, 5, {}],
    }))
    const message = missingEntries(
      { one: 'board of this key', many: 'boards of this key' },
      { unreadableCount: 2, hasNextPage: false },
    )
    const { user } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    await user.click(screen.getByRole('button', { name: /^Workspace/ }))
    await user.click(await screen.findByRole('button', { name: 'Details of Demo member' }))
    await screen.findByText(String(message))
  })
})
