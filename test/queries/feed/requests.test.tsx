import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { connect, dialect, pageOverService } from '#test/support/page.tsx'

const { start, requests } = pageOverService()

test('the board is loaded once when several components show it', async () => {
  const { keys } = await start()
  await connect(keys.member)
  await screen.findByRole('article', { name: /^#101/ })
  expect(requests.filter((request) => request === 'GET /v1/board')).toHaveLength(1)
  // An unknown label on a card makes the app load the labels again.
  const labelLoads = () => requests.filter((request) => request === 'GET /v1/labels')
  await waitFor(() => expect(labelLoads()).toHaveLength(dialect.hasExtraData ? 2 : 1))
  expect(requests.filter((request) => request === 'GET /v1/me')).toHaveLength(1)
})
