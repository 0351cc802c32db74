import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { notMoved } from '#messages/move-messages.ts'
import { loadRetryTargets, useCardStatusStore } from '#state/card-status-store.ts'
import { announcement, connect, pageOverService } from '#test/support/page.tsx'

const { start } = pageOverService()

test('"Try again" knows the column of the refused move after the page is opened again', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.maintainer)
  const card = await screen.findByRole('article', { name: /^#106/ })
  card.focus()
  await user.keyboard(']')
  await waitFor(() =>
    expect(announcement()).toBe(
      notMoved('#106 Retry webhooks with backoff', 'checks are red: unit-tests failed'),
    ),
  )
  useCardStatusStore.setState(useCardStatusStore.getInitialState(), true)
  loadRetryTargets()
  card.focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: 'Try again: move to Verified' })).toBeTruthy()
})
