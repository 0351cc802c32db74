import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { created, labelsNotChanged, labelsNotConfirmed } from '#messages/label-messages.ts'
import { NOT_CONFIRMED } from '#messages/move-messages.ts'
import { errorMessage } from '#model/failure-message.ts'
import { failure } from '#test/support/failure.ts'
import { announcement, connect, pageOverService } from '#test/support/page.tsx'
import { labelsOnServer, openLabels } from '#test/support/steps.ts'

const { start, network } = pageOverService()

describe('a label write', () => {
  const errors: [string, number, string][] = [
    ['401', 401, 'Key retired.'],
    ['403', 403, 'Only on Mondays.'],
    ['404', 404, 'No such label.'],
    ['409', 409, 'Taken.'],
    ['422', 422, 'Name is odd.'],
    ['500', 500, 'Broken.'],
    ['503', 503, 'Busy.'],
  ]
  test.each(errors)(
    'shows the message and keeps the input when a label can’t be saved (%s)',
    async (_, status, message) => {
      const { keys } = await start()
      const { user, dialog } = await openLabels(keys.member)
      const respondWithError = () => HttpResponse.json({ message }, { status })
      network.use(
        http.post('*/v1/labels', respondWithError),
        http.patch('*/v1/labels/:id', respondWithError),
      )
      await user.click(within(dialog).getByRole('button', { name: 'New label' }))
      await user.type(within(dialog).getByLabelText('Name'), 'typed{Enter}')
      await waitFor(() => expect(within(dialog).getByText(message)).toBeTruthy())
      expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('typed')
      await user.keyboard('{Escape}')
      await user.click(within(dialog).getByRole('button', { name: 'Edit docs' }))
      await user.type(within(dialog).getByLabelText('Name'), '!{Enter}')
      await waitFor(() => expect(within(dialog).getByText(message)).toBeTruthy())
      expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('docs!')
    },
  )

  test.each(errors.filter(([name]) => name !== '404'))(
    'shows the error in the confirmation, which stays open, when the label can’t be deleted (%s)',
    async (_, status, message) => {
      const { keys } = await start()
      const { user, dialog } = await openLabels(keys.maintainer)
      network.use(http.delete('*/v1/labels/:id', () => HttpResponse.json({ message }, { status })))
      await user.click(within(dialog).getByRole('button', { name: 'Delete docs' }))
      const confirmation = await screen.findByRole('alertdialog')
      await user.type(within(confirmation).getByLabelText('Type docs to delete it.'), 'docs{Enter}')
      expect((await within(confirmation).findByRole('alert')).textContent).toBe(message)
      expect(
        within(confirmation).getByLabelText<HTMLInputElement>('Type docs to delete it.').value,
      ).toBe('docs')
      expect(within(dialog).getByRole('button', { name: 'Edit docs' })).toBeTruthy()
    },
  )

  test.each(errors)(
    'announces the error and resets the checkbox when a card can’t be changed (%s)',
    async (_, status, message) => {
      const running = await start()
      network.use(
        http.patch('*/v1/cards/:number', () => HttpResponse.json({ message }, { status })),
      )
      const { user } = await connect(running.keys.member)
      await user.click(await screen.findByRole('article', { name: /^#101/ }))
      const group = await screen.findByRole('group', { name: 'Labels' })
      await user.click(within(group).getByRole('button', { name: 'Add label' }))
      const checkbox = await within(group).findByRole<HTMLInputElement>('checkbox', { name: 'api' })
      await user.click(checkbox)
      const notConfirmedMessage = labelsNotConfirmed('#101 Rotate signing keys')
      const refusedMessage = labelsNotChanged('#101 Rotate signing keys', message)
      await waitFor(() =>
        expect(announcement()).toBe(status >= 500 ? notConfirmedMessage : refusedMessage),
      )
      await waitFor(() => expect(checkbox.checked).toBe(false))
    },
  )

  test('is retried after the Retry-After time when the response is 429', async () => {
    const { keys } = await start(
      http.post(
        '*/v1/labels',
        () =>
          HttpResponse.json(
            { message: 'Slow down.' },
            { status: 429, headers: { 'Retry-After': '1' } },
          ),
        { once: true },
      ),
    )
    const { user, dialog } = await openLabels(keys.member)
    await user.click(within(dialog).getByRole('button', { name: 'New label' }))
    await user.type(within(dialog).getByLabelText('Name'), 'patient{Enter}')
    await within(dialog).findByRole('button', { name: 'Edit patient' }, { timeout: 4_000 })
  })

  test('on a card is retried after a short Retry-After, and shows an error after a long one', async () => {
    const rateLimited = (seconds: string) => () =>
      new HttpResponse(null, {
        status: 429,
        statusText: 'Too Many Requests',
        headers: { 'Retry-After': seconds },
      })
    const running = await start(http.patch('*/v1/cards/:number', rateLimited('1'), { once: true }))
    const { user } = await connect(running.keys.member)
    await user.click(await screen.findByRole('article', { name: /^#101/ }))
    const group = await screen.findByRole('group', { name: 'Labels' })
    await user.click(within(group).getByRole('button', { name: 'Add label' }))
    await user.click(await within(group).findByRole('checkbox', { name: 'api' }))
    await waitFor(async () =>
      expect((await labelsOnServer(running))[101]).toEqual(['1202', '1204']),
    )
    network.use(http.patch('*/v1/cards/:number', rateLimited('300'), { once: true }))
    await user.click(within(group).getByRole('checkbox', { name: 'docs' }))
    const error = failure('http', { statusText: 'Too Many Requests', retryAfter: 300_000 })
    const rateLimitMessage = labelsNotChanged('#101 Rotate signing keys', errorMessage(error))
    await waitFor(() => expect(announcement()).toBe(rateLimitMessage))
    await user.click(within(group).getByRole('checkbox', { name: 'docs' }))
    await waitFor(() =>
      expect(screen.queryByText(rateLimitMessage, { selector: '[data-toast] *' })).toBeNull(),
    )
    await waitFor(async () =>
      expect((await labelsOnServer(running))[101]).toEqual(['1202', '1204', '1207']),
    )
  })

  test('on a card shows the service’s message when a 200 response contains an error', async () => {
    const running = await start(
      http.patch('*/v1/cards/:number', () => HttpResponse.json({ error: 'Labels are frozen' })),
    )
    const { user } = await connect(running.keys.member)
    await user.click(await screen.findByRole('article', { name: /^#101/ }))
    const group = await screen.findByRole('group', { name: 'Labels' })
    await user.click(within(group).getByRole('button', { name: 'Add label' }))
    await user.click(await within(group).findByRole('checkbox', { name: 'api' }))
    await waitFor(() =>
      expect(announcement()).toBe(
        labelsNotChanged('#101 Rotate signing keys', 'Labels are frozen.'),
      ),
    )
  })

  test('on a card keeps later edits when the service returns 202 and applies the change later', async () => {
    const running = await start()
    let staleBoard: string | undefined
    network.use(
      http.patch('*/v1/cards/:number', async ({ request }) => {
        const headers = { Authorization: `Bearer ${running.keys.member}` }
        staleBoard = await (await running.own(new Request('http://x/v1/board', { headers }))).text()
        await running.own(request)
        setTimeout(() => {
          staleBoard = undefined
        }, 400)
        return new HttpResponse(null, { status: 202 })
      }),
      http.get('*/v1/board', () =>
        staleBoard === undefined ? undefined : HttpResponse.json(JSON.parse(staleBoard)),
      ),
    )
    const { user } = await connect(running.keys.member)
    await user.click(await screen.findByRole('article', { name: /^#101/ }))
    const group = await screen.findByRole('group', { name: 'Labels' })
    await user.click(within(group).getByRole('button', { name: 'Add label' }))
    await user.click(await within(group).findByRole('checkbox', { name: 'api' }))
    await user.click(within(group).getByRole('checkbox', { name: 'docs' }))
    await waitFor(async () =>
      expect((await labelsOnServer(running))[101]).toEqual(['1202', '1204', '1207']),
    )
    expect(screen.queryByText(new RegExp(NOT_CONFIRMED, 'i'))).toBeNull()
  })

  test('is reported as successful when the response is lost but the label was created', async () => {
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
    await waitFor(() => expect(announcement()).toBe(created('lost')))
  })
})

test('a label change is sent again without If-Match when the service rejects every version', async () => {
  const running = await start()
  const ifMatchValues: (string | null)[] = []
  network.use(
    http.patch('*/v1/cards/:number', ({ request }) => {
      ifMatchValues.push(request.headers.get('If-Match'))
      return request.headers.has('If-Match')
        ? HttpResponse.json({ error: 'no' }, { status: 412 })
        : undefined
    }),
  )
  const { user } = await connect(running.keys.member)
  await user.click(await screen.findByRole('article', { name: /^#101/ }))
  const group = await screen.findByRole('group', { name: 'Labels' })
  await user.click(within(group).getByRole('button', { name: 'Add label' }))
  await user.click(await within(group).findByRole('checkbox', { name: 'api' }))
  await waitFor(async () => expect((await labelsOnServer(running))[101]).toHaveLength(2))
  expect(ifMatchValues.map((value) => value !== null)).toEqual([true, false])
})
