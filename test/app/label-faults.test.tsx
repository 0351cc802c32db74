import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { connect, pageOverService, spoken } from '#test/support/page.tsx'
import { labelsOnServer, openLabels } from '#test/support/steps.ts'

const { start, network } = pageOverService()

describe('a failed write of a label', () => {
  const faults: [string, number, string][] = [
    ['401', 401, 'Key retired.'],
    ['403', 403, 'Only on Mondays.'],
    ['404', 404, 'No such label.'],
    ['409', 409, 'Taken.'],
    ['422', 422, 'Name is odd.'],
    ['500', 500, 'Broken.'],
    ['503', 503, 'Busy.'],
  ]
  test.each(faults)('%s shows the service’s words, and keeps what was typed', async (_, status, message) => {
    const { keys } = await start()
    const { user, dialog } = await openLabels(keys.member)
    const answer = () => HttpResponse.json({ message }, { status })
    network.use(http.post('*/v1/labels', answer), http.patch('*/v1/labels/:id', answer))
    await user.click(within(dialog).getByRole('button', { name: 'New label' }))
    await user.type(within(dialog).getByLabelText('Name'), 'typed{Enter}')
    await waitFor(() => expect(within(dialog).getByText(message)).toBeTruthy())
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('typed')
    await user.keyboard('{Escape}')
    await user.click(within(dialog).getByRole('button', { name: 'Edit docs' }))
    await user.type(within(dialog).getByLabelText('Name'), '!{Enter}')
    await waitFor(() => expect(within(dialog).getByText(message)).toBeTruthy())
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('docs!')
  })

  test.each(faults.filter(([name]) => name !== '404'))(
    '%s of a deletion is said in the question, which stays',
    async (_, status, message) => {
      const { keys } = await start()
      const { user, dialog } = await openLabels(keys.maintainer)
      network.use(http.delete('*/v1/labels/:id', () => HttpResponse.json({ message }, { status })))
      await user.click(within(dialog).getByRole('button', { name: 'Delete docs' }))
      const question = await screen.findByRole('alertdialog')
      await user.type(within(question).getByLabelText('Type docs to delete it.'), 'docs{Enter}')
      expect((await within(question).findByRole('alert')).textContent).toBe(message)
      expect(within(question).getByLabelText<HTMLInputElement>('Type docs to delete it.').value).toBe('docs')
      expect(within(dialog).getByRole('button', { name: 'Edit docs' })).toBeTruthy()
    },
  )

  test.each(faults)('%s of a card’s label is told, and the box goes back', async (_, status, message) => {
    const running = await start()
    network.use(http.patch('*/v1/cards/:number', () => HttpResponse.json({ message }, { status })))
    const { user } = await connect(running.keys.member)
    await user.click(await screen.findByRole('article', { name: /^#101/ }))
    const group = await screen.findByRole('group', { name: 'Labels' })
    const box = await within(group).findByRole<HTMLInputElement>('checkbox', { name: 'api' })
    await user.click(box)
    const doubt = '#101 Rotate signing keys: labels asked for, no proof yet.'
    const refusal = `#101 Rotate signing keys: labels not changed: ${message}`
    await waitFor(() => expect(spoken()).toBe(status >= 500 ? doubt : refusal))
    await waitFor(() => expect(box.checked).toBe(false))
  })

  test('429 waits as long as the service asks, and then does it', async () => {
    const { keys } = await start(
      http.post(
        '*/v1/labels',
        () => HttpResponse.json({ message: 'Slow down.' }, { status: 429, headers: { 'Retry-After': '1' } }),
        { once: true },
      ),
    )
    const { user, dialog } = await openLabels(keys.member)
    await user.click(within(dialog).getByRole('button', { name: 'New label' }))
    await user.type(within(dialog).getByLabelText('Name'), 'patient{Enter}')
    await within(dialog).findByRole('button', { name: 'Edit patient' }, { timeout: 4_000 })
  })

  test('of a card that the service puts off is sent again after a short wait, and told with a long one', async () => {
    const putOff = (seconds: string) => () =>
      new HttpResponse(null, { status: 429, statusText: 'Too Many Requests', headers: { 'Retry-After': seconds } })
    const running = await start(http.patch('*/v1/cards/:number', putOff('1'), { once: true }))
    const { user } = await connect(running.keys.member)
    await user.click(await screen.findByRole('article', { name: /^#101/ }))
    const group = await screen.findByRole('group', { name: 'Labels' })
    await user.click(await within(group).findByRole('checkbox', { name: 'api' }))
    await waitFor(async () => expect((await labelsOnServer(running))[101]).toEqual(['1202', '1204']))
    network.use(http.patch('*/v1/cards/:number', putOff('300'), { once: true }))
    await user.click(within(group).getByRole('checkbox', { name: 'docs' }))
    const told = '#101 Rotate signing keys: labels not changed: Too Many Requests. It asks to wait 300 s.'
    await waitFor(() => expect(spoken()).toBe(told))
    await user.click(within(group).getByRole('checkbox', { name: 'docs' }))
    await waitFor(() => expect(screen.queryByText(told, { selector: '.notice *' })).toBeNull())
    await waitFor(async () => expect((await labelsOnServer(running))[101]).toEqual(['1202', '1204', '1207']))
  })

  test('of a card that is answered 200 with an error is told in its words', async () => {
    const running = await start(
      http.patch('*/v1/cards/:number', () => HttpResponse.json({ error: 'Labels are frozen' })),
    )
    const { user } = await connect(running.keys.member)
    await user.click(await screen.findByRole('article', { name: /^#101/ }))
    const group = await screen.findByRole('group', { name: 'Labels' })
    await user.click(await within(group).findByRole('checkbox', { name: 'api' }))
    await waitFor(() => expect(spoken()).toBe('#101 Rotate signing keys: labels not changed: Labels are frozen.'))
  })

  test('of a card that the service takes on and does later loses no other edit', async () => {
    const running = await start()
    let before: string | undefined
    network.use(
      http.patch('*/v1/cards/:number', async ({ request }) => {
        const headers = { Authorization: `Bearer ${running.keys.member}` }
        before = await (await running.own(new Request('http://x/v1/board', { headers }))).text()
        await running.own(request)
        setTimeout(() => {
          before = undefined
        }, 400)
        return new HttpResponse(null, { status: 202 })
      }),
      http.get('*/v1/board', () => (before === undefined ? undefined : HttpResponse.json(JSON.parse(before)))),
    )
    const { user } = await connect(running.keys.member)
    await user.click(await screen.findByRole('article', { name: /^#101/ }))
    const group = await screen.findByRole('group', { name: 'Labels' })
    await user.click(await within(group).findByRole('checkbox', { name: 'api' }))
    await user.click(within(group).getByRole('checkbox', { name: 'docs' }))
    await waitFor(async () => expect((await labelsOnServer(running))[101]).toEqual(['1202', '1204', '1207']))
    expect(screen.queryByText(/no proof yet/)).toBeNull()
  })

  test('whose answer is lost, though it was done, is found to be done', async () => {
    const running = await start()
    const { user, dialog } = await openLabels(running.keys.member)
    network.use(
      http.post('*/v1/labels', async ({ request }) => {
        await running.service.fetch(request)
        return HttpResponse.error()
      }),
    )
    await user.click(within(dialog).getByRole('button', { name: 'New label' }))
    await user.type(within(dialog).getByLabelText('Name'), 'lost{Enter}')
    await within(dialog).findByRole('button', { name: 'Edit lost' })
    await waitFor(() => expect(spoken()).toBe('Label lost created.'))
  })
})

test('a service that gives versions and refuses them all is asked without', async () => {
  const running = await start()
  const versions: (string | null)[] = []
  network.use(
    http.patch('*/v1/cards/:number', ({ request }) => {
      versions.push(request.headers.get('If-Match'))
      return request.headers.has('If-Match') ? HttpResponse.json({ error: 'no' }, { status: 412 }) : undefined
    }),
  )
  const { user } = await connect(running.keys.member)
  await user.click(await screen.findByRole('article', { name: /^#101/ }))
  const group = await screen.findByRole('group', { name: 'Labels' })
  await user.click(await within(group).findByRole('checkbox', { name: 'api' }))
  await waitFor(async () => expect((await labelsOnServer(running))[101]).toHaveLength(2))
  expect(versions.map((version) => version !== null)).toEqual([true, false])
})
