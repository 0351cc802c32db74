import { screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { OFFLINE_REASON } from '#messages/interaction-messages.ts'
import {
  CARD_LABELS_UNREADABLE,
  created,
  deletionEffect,
  LABEL_ALREADY_GONE,
  labelsNotChanged,
  NAME_REQUIRED,
  saved,
} from '#messages/label-messages.ts'
import { needsRole } from '#messages/permission-messages.ts'
import { OFFLINE } from '#messages/warning-messages.ts'
import { announcement, connect, dialect, pageOverService } from '#test/support/page.tsx'
import { labelsOnServer, openLabels, patchAsOther } from '#test/support/steps.ts'

const { start, network, requests } = pageOverService()

describe('the Labels dialog', () => {
  test('lists every label with its number of cards', async () => {
    const { keys } = await start()
    const { dialog } = await openLabels(keys.member)
    expect(within(dialog).getAllByRole('button', { name: /^Edit / })).toHaveLength(
      dialect.hasExtraData ? 13 : 12,
    )
    const row = within(dialog).getByRole('button', { name: 'Edit bug' }).closest('li')
    expect(row?.textContent).toMatch(/^bugred\d+ cards$/)
  })

  test('sends only the changed fields [gap G9]', async () => {
    const { keys } = await start()
    const bodies: unknown[] = []
    network.use(
      http.patch('*/v1/labels/:id', async ({ request }) => {
        bodies.push(await request.clone().json())
        return undefined
      }),
    )
    const { user, dialog } = await openLabels(keys.member)
    await user.click(within(dialog).getByRole('button', { name: 'Edit docs' }))
    await user.click(within(dialog).getByRole('radio', { name: 'pink' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save label' }))
    await waitFor(() => expect(bodies).toEqual([{ color: 'pink' }]))
    await waitFor(() => expect(announcement()).toBe(saved('docs')))
  })

  test('keeps the input and shows the error when the service fails, and sends once on a double-click', async () => {
    const unavailable = http.post(
      '*/v1/labels',
      () => HttpResponse.json({ message: 'Out of paint.' }, { status: 500 }),
      {
        once: true,
      },
    )
    const { keys } = await start(unavailable)
    const { user, dialog } = await openLabels(keys.member)
    await user.click(within(dialog).getByRole('button', { name: 'New label' }))
    await user.type(within(dialog).getByLabelText('Name'), 'fresh')
    await user.click(within(dialog).getByRole('button', { name: 'Create label' }))
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Out of paint.')
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('fresh')
    await user.dblClick(within(dialog).getByRole('button', { name: 'Create label' }))
    await within(dialog).findByRole('button', { name: 'Edit fresh' })
    expect(requests.filter((request) => request === 'POST /v1/labels')).toHaveLength(1)
    await waitFor(() => expect(announcement()).toBe(created('fresh')))
  })

  test('requires a name before it sends a request', async () => {
    const { keys } = await start()
    const { user, dialog } = await openLabels(keys.member)
    await user.click(within(dialog).getByRole('button', { name: 'New label' }))
    await user.type(within(dialog).getByLabelText('Name'), '   ')
    await user.click(within(dialog).getByRole('button', { name: 'Create label' }))
    expect((await within(dialog).findByRole('alert')).textContent).toBe(NAME_REQUIRED)
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
  })

  test('shows the required role when a viewer can’t change labels', async () => {
    const { keys } = await start()
    const { dialog } = await openLabels(keys.viewer)
    const button = within(dialog).getByRole('button', { name: 'New label' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toContain(needsRole('member', 'viewer'))
  })

  test('loads the number of cards again when the delete confirmation opens', async () => {
    // Otherwise, the board can be current before the labels are.
    const withoutChanges = http.get('*/v1/board', async ({ request }) => {
      if (request.headers.has('Prefer')) await delay('infinite')
    })
    const running = await start(withoutChanges)
    const { user, dialog } = await openLabels(running.keys.maintainer)
    const row = within(dialog).getByRole('button', { name: 'Delete tests' }).closest('li')
    const initialCount = Number(/(\d+) cards/.exec(row?.textContent ?? '')?.[1])
    expect(await patchAsOther(running, 101, { labelIds: ['1208'] })).toBe(200)
    await user.click(within(dialog).getByRole('button', { name: 'Delete tests' }))
    const confirmation = await screen.findByRole('alertdialog')
    await within(confirmation).findByText(deletionEffect(initialCount + 1, initialCount))
  })

  test('reports that a label is already gone when another person deleted it', async () => {
    const { keys } = await start(
      http.delete('*/v1/labels/:id', () => HttpResponse.json({ error: 'no' }, { status: 404 })),
    )
    const { user, dialog } = await openLabels(keys.maintainer)
    await user.click(within(dialog).getByRole('button', { name: 'Delete docs' }))
    await user.type(await screen.findByLabelText('Type docs to delete it.'), 'docs{Enter}')
    expect(await screen.findByText(LABEL_ALREADY_GONE)).toBeTruthy()
  })
})

test('labels are visible but disabled, with a reason, when the browser is offline', async () => {
  const { keys } = await start()
  const { dialog } = await openLabels(keys.maintainer)
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  try {
    window.dispatchEvent(new Event('offline'))
    const button = within(dialog).getByRole('button', { name: 'New label' })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toContain(OFFLINE_REASON)
    expect(await screen.findByText(OFFLINE)).toBeTruthy()
  } finally {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => true })
    window.dispatchEvent(new Event('online'))
  }
})

describe('the labels of a card', () => {
  async function openCard(secret: string) {
    const { user } = await connect(secret)
    await user.click(await screen.findByRole('article', { name: /^#101/ }))
    const panel = await screen.findByRole('dialog', { name: '#101 Rotate signing keys' })
    await user.click(within(panel).getByRole('button', { name: 'Add label' }))
    await within(panel).findByRole('checkbox', { name: 'api' })
    return { user, panel }
  }

  test('are sent as a complete list that keeps all other labels', async () => {
    const bodies: unknown[] = []
    const { keys } = await start()
    network.use(
      http.patch('*/v1/cards/:number', async ({ request }) => {
        bodies.push(await request.clone().json())
        return undefined
      }),
    )
    const { user, panel } = await openCard(keys.member)
    await user.click(within(panel).getByRole('checkbox', { name: 'api' }))
    await user.click(within(panel).getByRole('checkbox', { name: 'docs' }))
    await user.click(within(panel).getByRole('checkbox', { name: 'security' }))
    expect(within(panel).getByRole<HTMLInputElement>('checkbox', { name: 'api' }).checked).toBe(
      true,
    )
    await waitFor(() => expect(bodies).toHaveLength(3))
    expect(bodies).toEqual([
      { labelIds: ['1202', '1204'] },
      { labelIds: ['1202', '1204', '1207'] },
      { labelIds: ['1204', '1207'] },
    ])
  })

  test('keep what another person has changed since the board was loaded', async () => {
    const withoutChanges = http.get('*/v1/board', async ({ request }) => {
      if (request.headers.has('Prefer')) await delay('infinite')
    })
    const running = await start(withoutChanges)
    const { user, panel } = await openCard(running.keys.member)
    expect(await patchAsOther(running, 101, { labelIds: ['1202', '1208'] })).toBe(200)
    await user.click(within(panel).getByRole('checkbox', { name: 'api' }))
    const labels = async () => (await labelsOnServer(running))[101]
    await waitFor(async () => expect(await labels()).toContain('1204'))
    expect(await labels()).toEqual(['1202', '1204', '1208'])
  })

  test('are reset, and the reason is announced, when the service refuses a change', async () => {
    const refused = http.patch('*/v1/cards/:number', () =>
      HttpResponse.json({ detail: 'Labels are frozen.' }, { status: 409 }),
    )
    const { keys } = await start(refused)
    const { user, panel } = await openCard(keys.member)
    const checkbox = within(panel).getByRole<HTMLInputElement>('checkbox', { name: 'api' })
    await user.click(checkbox)
    await waitFor(() =>
      expect(announcement()).toBe(
        labelsNotChanged('#101 Rotate signing keys', 'Labels are frozen.'),
      ),
    )
    await waitFor(() => expect(checkbox.checked).toBe(false))
  })

  test.each([
    ['missing', {}],
    ['unreadable', { labels: ['1202', { colour: 'q' }, null] }],
  ])('are hidden and can’t be changed when the label data is %s', async (_, labels) => {
    const task = { id: '1', number: 101, title: 'Rotate signing keys', statusId: 'a', ...labels }
    const columns = [{ statusId: 'a', name: 'A', minRole: 'member', tasks: [task] }]
    const { keys } = await start(http.get('*/v1/board', () => HttpResponse.json({ columns })))
    const { user } = await connect(keys.member)
    await user.click(await screen.findByRole('article', { name: /^#101/ }))
    const group = await screen.findByRole('group', { name: 'Labels' })
    await within(group).findByText(CARD_LABELS_UNREADABLE)
    expect(within(group).queryAllByRole('checkbox')).toEqual([])
  })
})
