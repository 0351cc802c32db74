import { render, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { App } from '#app/App.tsx'
import { lookThrough } from '#queries/note-answer.ts'
import { useNotUnderstoodStore } from '#state/not-understood-store.ts'
import { connect, type PageService, pageOverService } from '#test/support/page.tsx'

const { start, network } = pageOverService()

/** The service's answers to GETs of a path, made different by a test. */
function differing(running: PageService, path: string, change: (json: never) => unknown, headers = {}) {
  network.use(
    http.get(`*${path}`, async ({ request }) => {
      const answer = await running.service.fetch(request)
      return HttpResponse.json(change((await answer.json()) as never) as object, { status: answer.status, headers })
    }),
  )
}

interface WireColumn {
  kind: string
  tasks: { priority: string }[]
}

/** A service with a word, a field and a shape that the interface does not show, which also repeats the key it was given. */
async function strangeService() {
  const running = await start()
  differing(running, '/v1/board', ({ columns }: { columns: WireColumn[] }) => ({
    columns: columns.map((column) => ({
      ...column,
      kind: 'train',
      echo: `you sent ${running.keys.member}`,
      tasks: [null, ...column.tasks.map((task) => ({ ...task, priority: 'P7' }))],
    })),
  }))
  return running
}

const panel = () => screen.findByRole('dialog', { name: 'Not understood' })

describe('a service that sends what the interface does not show', () => {
  test('is told of once, quietly, with the way to the list', async () => {
    const { keys } = await strangeService()
    const { user, unmount } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    await lookThrough()
    const notice = await screen.findByText(/not understand\.$/, { selector: '.notice *' })
    expect(notice.textContent).toBe('The service sent 4 things that this app does not understand.')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    const list = await panel()
    expect(within(list).getByRole('region', { name: 'Kinds of column' }).textContent).toContain('train GET')
    expect(within(list).getByRole('region', { name: 'Priorities' }).textContent).toContain('P7')
    expect(within(list).getByRole('region', { name: 'Fields' }).textContent).toContain('echo')
    expect(within(list).getByRole('region', { name: 'Shapes' }).textContent).toContain('no id')
    // The same again after a reload of the page is no news.
    unmount()
    useNotUnderstoodStore.setState(useNotUnderstoodStore.getInitialState())
    render(<App offeredKey={undefined} />)
    await screen.findByRole('article', { name: /^#101/ })
    await lookThrough()
    await waitFor(() => expect(Object.keys(useNotUnderstoodStore.getState().bySource)).not.toEqual([]))
    expect(screen.queryByText(/not understand\.$/, { selector: '.notice *' })).toBeNull()
  })

  test('has it counted, once however often it is read, and copied without a key', async () => {
    const { keys } = await strangeService()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    const columns = screen.getAllByRole('region').filter((one) => one.dataset.statusId)
    for (let poll = 0; poll < 3; poll += 1) {
      await user.click(screen.getByRole('button', { name: 'Refresh' }))
      await lookThrough()
    }
    await user.click(screen.getByRole('button', { name: /^Workspace/ }))
    await user.click(await screen.findByRole('button', { name: 'Details of Demo member' }))
    await screen.findByText('4 things that came with this key were not understood.')
    const details = screen.getByRole('dialog', { name: 'Key Demo member' })
    await user.click(within(details).getByRole('button', { name: 'Not understood' }))
    const list = await panel()
    expect(within(list).getByRole('region', { name: 'Shapes' }).textContent).toContain(`${columns.length} times`)
    const write = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(within(list).getByRole('button', { name: 'Copy JSON' }))
    await within(list).findByText('Copied.')
    const copied = String(write.mock.lastCall?.[0])
    const { findings } = JSON.parse(copied)
    const echo = findings.find((one: { value: string }) => one.value === 'echo')
    expect(echo).toEqual({
      subject: 'field',
      where: 'GET /v1/board, column',
      value: 'echo',
      count: columns.length,
      sample: '"you sent [secret]"',
    })
    expect(document.body.innerHTML).not.toContain(keys.member)
  })

  test('that the browser does not let copy leaves it selected', async () => {
    const { keys } = await strangeService()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    await lookThrough()
    await user.click(await screen.findByRole('button', { name: 'Show' }))
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await user.click(within(await panel()).getByRole('button', { name: 'Copy JSON' }))
    await screen.findByText(/copy it by hand/)
    const field = screen.getByLabelText<HTMLTextAreaElement>('As JSON')
    expect(field.selectionEnd - field.selectionStart).toBe(field.value.length)
  })

  test('does not cover an offer to undo with that', async () => {
    const { keys } = await strangeService()
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard(']')
    await screen.findByRole('button', { name: 'Undo' })
    await lookThrough()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
  })
})

test('a service that speaks the interface is understood whole', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.everywhere)
  await user.click(await screen.findByRole('button', { name: /^Board 12/ }))
  await screen.findByRole('article', { name: /^#106/ })
  await user.click(screen.getByRole('button', { name: 'Labels' }))
  await screen.findByRole('button', { name: 'Edit bug' })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await lookThrough()
  expect(useNotUnderstoodStore.getState().bySource).toEqual({})
  await user.click(screen.getByRole('button', { name: /^Workspace/ }))
  await user.click(await screen.findByRole('button', { name: 'Details of Demo everywhere' }))
  await screen.findByText('Everything that came with this key so far was understood.')
})

test('a key that is removed takes along what came with it', async () => {
  const { keys } = await strangeService()
  const { user } = await connect(keys.member)
  await screen.findByRole('article', { name: /^#101/ })
  await lookThrough()
  await user.click(screen.getByRole('button', { name: /^Workspace/ }))
  await user.click(await screen.findByRole('button', { name: 'Remove key Demo member' }))
  await screen.findByRole('heading', { name: 'Connect to a board' })
  await waitFor(() => expect(useNotUnderstoodStore.getState().bySource).toEqual({}))
})

describe('what is missing from a list', () => {
  test('of cards is said above the board, with the way to what it was', async () => {
    const { keys } = await strangeService()
    const { user } = await connect(keys.member)
    const note = await screen.findByText(/cards or columns of this board could not be read\./)
    const columns = screen.getAllByRole('region').filter((one) => one.dataset.statusId)
    expect(note.textContent).toContain(`${columns.length} cards`)
    expect(screen.getAllByRole('article', { name: 'A card this app could not read' })).toHaveLength(columns.length)
    await user.click(screen.getByRole('button', { name: 'Details' }))
    await panel()
  })

  test.each<[string, (json: unknown[]) => unknown, Record<string, string>, string]>([
    [
      'unreadable labels',
      (json) => [...json, null, { name: 'no id' }],
      {},
      '2 labels of this board could not be read.',
    ],
    ['a cursor', (json) => ({ items: json, nextCursor: 'x' }), {}, 'speaks of further pages.'],
    ['a Link header', (json) => json, { Link: '</v1/labels?page=2>; rel="next"' }, 'speaks of further pages.'],
  ])('of labels is said in the manager and on the card: %s [gap G19]', async (_, change, headers, words) => {
    const running = await start()
    differing(running, '/v1/labels', change as never, headers)
    const { user } = await connect(running.keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    await user.click(screen.getByRole('button', { name: 'Labels' }))
    const dialog = await screen.findByRole('dialog', { name: 'Labels' })
    await within(dialog).findByText(new RegExp(words))
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    card.focus()
    await user.keyboard('l')
    await within(await screen.findByRole('group', { name: 'Labels' })).findByText(new RegExp(words))
  })

  test('of a key’s boards is said in its details', async () => {
    const running = await start()
    differing(running, '/v1/me', (json: { boards: unknown[] }) => ({ ...json, boards: [...json.boards, 5, {}] }))
    const { user } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    await user.click(screen.getByRole('button', { name: /^Workspace/ }))
    await user.click(await screen.findByRole('button', { name: 'Details of Demo member' }))
    await screen.findByText('2 boards of this key could not be read.')
  })
})
