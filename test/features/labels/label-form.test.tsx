import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { mergeIntoLabel, saved } from '#messages/label-messages.ts'
import { announcement, pageOverService } from '#test/support/page.tsx'
import { openLabels } from '#test/support/steps.ts'

const { start, network } = pageOverService()

test('the label form lists colors in use as the service spells them, and marks the others [gap G8]', async () => {
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
  const radios = within(dialog).getAllByRole<HTMLInputElement>('radio')
  const isMarked = (radio: HTMLElement) => radio.hasAttribute('aria-describedby')
  expect(radios.filter((radio) => !isMarked(radio)).map((radio) => radio.value)).toEqual([
    'Red',
    'ultraviolet',
  ])
  expect(radios.filter(isMarked)).toHaveLength(11)
  expect(radios.map((radio) => radio.value).join()).not.toMatch(/#|red/)
  // A color that the service has used is chosen first.
  await user.click(within(dialog).getByRole('button', { name: 'No color' }))
  await user.type(within(dialog).getByLabelText('Name'), 'plain{Enter}')
  await within(dialog).findByText('No such colour.')
  await user.click(within(dialog).getByRole('radio', { name: 'Red' }))
  await user.click(within(dialog).getByRole('button', { name: 'Create label' }))
  await waitFor(() => expect(bodies).toEqual([{ name: 'plain' }, { name: 'plain', color: 'Red' }]))
})

test('a label edit is sent again with both fields when the service rejects one field [gap G9]', async () => {
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
  await waitFor(() => expect(announcement()).toBe(saved('docs')))
  expect(bodies).toEqual([{ color: 'pink' }, { name: 'docs', color: 'pink' }])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a name that another label has leads to a merge into that one', async () => {
  const running = await start()
  const { user, dialog } = await openLabels(running.keys.maintainer)
  await user.click(within(dialog).getByRole('button', { name: 'Edit bug' }))
  const name = within(dialog).getByLabelText('Name')
  await user.clear(name)
  await user.type(name, 'Docs')
  await user.click(await within(dialog).findByRole('button', { name: mergeIntoLabel('docs') }))
  const into = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Merge into' })
  expect(into.selectedOptions[0]?.textContent).toBe('docs')
})
