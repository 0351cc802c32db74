import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BOARD_NOT_LOADED_YET, visibleCards } from '#messages/label-messages.ts'
import { connect, pageOverService } from '#test/support/page.tsx'
import { holdResponses } from '#test/support/steps.ts'

const { start } = pageOverService()

test('the cards to label are those of the filter when the dialog opens before the board', async () => {
  window.history.replaceState(null, '', '/?q=token')
  const { handler, release } = holdResponses('*/v1/board')
  const { keys } = await start(handler)
  const { user } = await connect(keys.member)
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Label visible cards…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Label visible cards' })
  within(dialog).getByText(BOARD_NOT_LOADED_YET)
  expect(within(dialog).queryByRole('button', { name: /^Apply/ })).toBeNull()
  release()
  await within(dialog).findByText(visibleCards(2, true))
  window.history.replaceState(null, '', '/')
})
