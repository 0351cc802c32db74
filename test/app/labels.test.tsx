import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { connect, dialect, pageOverService, spoken } from '#test/support/page.tsx'
import { openLabels } from '#test/support/steps.ts'

const { start, network, requests } = pageOverService()

describe('the Labels dialog', () => {
  test('lists every label with its count', async () => {
    const { keys } = await start()
    const { dialog } = await openLabels(keys.member)
    expect(within(dialog).getAllByRole('button', { name: /^Edit / })).toHaveLength(dialect.addsThings ? 13 : 12)
    const row = within(dialog).getByRole('button', { name: 'Edit bug' }).closest('li')
    expect(row?.textContent).toMatch(/^bugred\d+ cards$/)
  })

  test('sends only what changed [gap G9]', async () => {
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
    await waitFor(() => expect(spoken()).toBe('Label docs saved.'))
  })

  test('keeps what was typed when the service fails, shows its words, and sends once on a double click', async () => {
    const fault = http.post('*/v1/labels', () => HttpResponse.json({ message: 'Out of paint.' }, { status: 500 }), {
      once: true,
    })
    const { keys } = await start(fault)
    const { user, dialog } = await openLabels(keys.member)
    await user.click(within(dialog).getByRole('button', { name: 'New label' }))
    await user.type(within(dialog).getByLabelText('Name'), 'fresh')
    await user.click(within(dialog).getByRole('button', { name: 'Create label' }))
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Out of paint.')
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('fresh')
    await user.dblClick(within(dialog).getByRole('button', { name: 'Create label' }))
    await within(dialog).findByRole('button', { name: 'Edit fresh' })
    expect(requests.filter((line) => line === 'POST /v1/labels')).toHaveLength(1)
    expect(spoken()).toBe('Label fresh created.')
  })

  test('asks for a name before it asks the service', async () => {
    const { keys } = await start()
    const { user, dialog } = await openLabels(keys.member)
    await user.click(within(dialog).getByRole('button', { name: 'New label' }))
    await user.type(within(dialog).getByLabelText('Name'), '   ')
    await user.click(within(dialog).getByRole('button', { name: 'Create label' }))
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Give the label a name.')
    expect(requests.filter((line) => line.startsWith('POST'))).toEqual([])
  })

  test('tells a viewer why nothing can be changed', async () => {
    const { keys } = await start()
    const { dialog } = await openLabels(keys.viewer)
    const button = within(dialog).getByRole('button', { name: 'New label' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toContain('Needs member. Your key is viewer')
  })

  test('says how many cards lose a label, with a count read just now', async () => {
    const { keys, own } = await start()
    const { user, dialog } = await openLabels(keys.maintainer)
    const row = within(dialog).getByRole('button', { name: 'Delete tests' }).closest('li')
    const before = Number(/(\d+) cards/.exec(row?.textContent ?? '')?.[1])
    const answer = await own(
      new Request('http://x/v1/cards/101', {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${keys.member}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ labelIds: ['1208'] }),
      }),
    )
    expect(answer.ok).toBe(true)
    await user.click(within(dialog).getByRole('button', { name: 'Delete tests' }))
    const question = await screen.findByRole('alertdialog')
    await within(question).findByText(
      `${before + 1} cards lose this label. ${before} here, 1 elsewhere. This cannot be undone.`,
    )
  })

  test('a label that somebody else deleted is said to be gone already', async () => {
    const { keys } = await start(
      http.delete('*/v1/labels/:id', () => HttpResponse.json({ error: 'no' }, { status: 404 })),
    )
    const { user, dialog } = await openLabels(keys.maintainer)
    await user.click(within(dialog).getByRole('button', { name: 'Delete docs' }))
    await user.type(await screen.findByLabelText('Type docs to delete it.'), 'docs{Enter}')
    expect(await screen.findByText('The label is already gone.')).toBeTruthy()
  })
})

test('offline, labels can be looked at but not changed, and it is said why', async () => {
  const { keys } = await start()
  const { dialog } = await openLabels(keys.maintainer)
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  try {
    window.dispatchEvent(new Event('offline'))
    const button = within(dialog).getByRole('button', { name: 'New label' })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toContain('You are offline')
    expect(await screen.findByText('Offline.')).toBeTruthy()
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
    await within(panel).findByRole('checkbox', { name: 'api' })
    return { user, panel }
  }

  test('are sent as a whole set in which nobody else’s label is lost', async () => {
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
    expect(within(panel).getByRole<HTMLInputElement>('checkbox', { name: 'api' }).checked).toBe(true)
    await waitFor(() => expect(bodies).toHaveLength(3))
    expect(bodies).toEqual([
      { labelIds: ['1202', '1204'] },
      { labelIds: ['1202', '1204', '1207'] },
      { labelIds: ['1204', '1207'] },
    ])
  })

  test('that the service refuses go back, and it is said why', async () => {
    const fault = http.patch('*/v1/cards/:number', () =>
      HttpResponse.json({ detail: 'Labels are frozen.' }, { status: 409 }),
    )
    const { keys } = await start(fault)
    const { user, panel } = await openCard(keys.member)
    const box = within(panel).getByRole<HTMLInputElement>('checkbox', { name: 'api' })
    await user.click(box)
    await waitFor(() => expect(spoken()).toBe('#101 Rotate signing keys: labels not changed: Labels are frozen.'))
    expect(box.checked).toBe(false)
  })

  test.each([
    ['not', {}],
    ['not readably', { labels: ['1202', { colour: 'q' }, null] }],
  ])('are neither shown nor touched when the service did %s say what they are', async (_, labels) => {
    const task = { id: '1', number: 101, title: 'Rotate signing keys', statusId: 'a', ...labels }
    const columns = [{ statusId: 'a', name: 'A', minRole: 'member', tasks: [task] }]
    const { keys } = await start(http.get('*/v1/board', () => HttpResponse.json({ columns })))
    const { user } = await connect(keys.member)
    await user.click(await screen.findByRole('article', { name: /^#101/ }))
    const group = await screen.findByRole('group', { name: 'Labels' })
    await within(group).findByText(/cannot be changed safely/)
    expect(within(group).queryAllByRole('checkbox')).toEqual([])
  })
})
