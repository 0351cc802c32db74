import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { nextStep } from '#messages/refusal-messages.ts'
import { connect, pageOverService, refreshAndListen } from '#test/support/page.tsx'

const { start } = pageOverService()

const REASON = 'the remote refused the push: error: failed to push some refs'

test('the advice follows the code of a refusal, also when only the code has changed since the last load', async () => {
  const { db, keys } = await start()
  const block = (blocked_code: string) =>
    db
      .updateTable('cards')
      .set({ blocked_code, blocked_reason: REASON, blocked_at: '2026-01-05T09:00:00.000Z' })
      .where('id', '=', 12_000_001)
      .execute()
  const raise = () =>
    db
      .updateTable('boards')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', 12)
      .execute()
  await block('checks_red')
  await raise()
  const { user } = await connect(keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  await user.keyboard('{Enter}')
  await screen.findByText(String(nextStep('checks')))
  await block('remote_refused')
  await raise()
  await refreshAndListen(user)
  await screen.findByText(String(nextStep('remote')))
  expect(screen.queryByText(String(nextStep('checks')))).toBeNull()
})
