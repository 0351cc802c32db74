import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { movingInto } from '#messages/board-status-messages.ts'
import { connect, pageOverService } from '#test/support/page.tsx'
import { moveTo } from '#test/support/steps.ts'

const { start, network } = pageOverService()

test('a move that has no response yet is named in the head of its new column until it is confirmed', async () => {
  const running = await start()
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  network.use(
    http.patch('*/v1/cards/:number', async ({ request }) => {
      await held
      return running.service.fetch(request)
    }),
  )
  const { user } = await connect(running.keys.member)
  await moveTo(user, /^Actions for #101/, 'Building')
  const column = () => within(screen.getByRole('region', { name: 'Building' }))
  expect(await column().findByText(movingInto([101]))).toBeTruthy()
  release()
  await waitFor(() => expect(column().queryByText(movingInto([101]))).toBeNull())
  expect(column().getByRole('article', { name: /^#101/ })).toBeTruthy()
})

test('several moves into one column are counted', () => {
  expect(movingInto([7])).toBe('#7 moving…')
  expect(movingInto([7, 8, 9])).toBe('3 moving…')
})
