import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { pageOverService, spoken } from '#test/support/page.tsx'
import { openLabels } from '#test/support/steps.ts'

const { start, network } = pageOverService()

test('colours are offered by name: those met here in the service’s spelling, the others marked [gap G8]', async () => {
  const running = await start(
    http.get('*/v1/labels', () =>
      HttpResponse.json([
        { id: '1', name: 'bug', color: 'Red', taskCount: 0 },
        { id: '2', name: 'odd', color: 'ultraviolet', taskCount: 0 },
      ]),
    ),
  )
  const bodies: unknown[] = []
  network.use(
    http.post('*/v1/labels', async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json({ error: 'No such colour.' }, { status: 400 })
    }),
  )
  const { user, dialog } = await openLabels(running.keys.member)
  await user.click(within(dialog).getByRole('button', { name: 'New label' }))
  const offered = within(dialog).getAllByRole<HTMLInputElement>('radio')
  const isMarked = (radio: HTMLElement) => radio.hasAttribute('aria-describedby')
  expect(offered.filter((radio) => !isMarked(radio)).map((radio) => radio.value)).toEqual(['Red', 'ultraviolet'])
  expect(offered.filter(isMarked)).toHaveLength(11)
  expect(offered.map((radio) => radio.value).join()).not.toMatch(/#|red/)
  await user.type(within(dialog).getByLabelText('Name'), 'plain{Enter}')
  await within(dialog).findByText('No such colour.')
  await user.click(within(dialog).getByRole('radio', { name: 'Red' }))
  await user.click(within(dialog).getByRole('button', { name: 'Create label' }))
  await waitFor(() => expect(bodies).toEqual([{ name: 'plain' }, { name: 'plain', color: 'Red' }]))
})

test('a service that wants both fields of a label gets both, after it has refused one [gap G9]', async () => {
  const running = await start()
  const bodies: object[] = []
  network.use(
    http.patch('*/v1/labels/:id', async ({ request }) => {
      const body = (await request.clone().json()) as object
      bodies.push(body)
      if (Object.keys(body).length === 2) return undefined
      return HttpResponse.json({ message: 'name and color, please' }, { status: 422 })
    }),
  )
  const { user, dialog } = await openLabels(running.keys.member)
  await user.click(within(dialog).getByRole('button', { name: 'Edit docs' }))
  await user.click(within(dialog).getByRole('radio', { name: 'pink' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save label' }))
  await waitFor(() => expect(spoken()).toBe('Label docs saved.'))
  expect(bodies).toEqual([{ color: 'pink' }, { name: 'docs', color: 'pink' }])
  expect(screen.queryByRole('alert')).toBeNull()
})
