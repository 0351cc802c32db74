import { screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { loadedAtTime } from '#messages/board-messages.ts'
import { LIVE_NOW } from '#messages/common-messages.ts'
import { asOfLastSync } from '#messages/warning-messages.ts'
import { clockTime } from '#model/clock-time.ts'
import { connect, pageOverService } from '#test/support/page.tsx'

const { start } = pageOverService()

const PROBLEM = 'The repository has no branch main. Restore it.'

/** Ends once a load waits at the service, which it only does for long when the service reports changes. */
async function openBoard(facts: object) {
  let isWaiting = false
  const headers = { ETag: '"1"', 'Preference-Applied': 'wait' }
  const { keys } = await start(
    http.get('*/v1/board', async ({ request }) => {
      if (request.headers.get('Prefer') === 'wait=25') {
        isWaiting = true
        await delay('infinite')
      }
      return HttpResponse.json({ columns: [], ...facts }, { headers })
    }),
  )
  await connect(keys.member)
  const header = within(await screen.findByRole('banner'))
  await waitFor(() => expect(isWaiting).toBe(true))
  return header
}

test('a board that can’t follow its repository says so with its time, and isn’t live', async () => {
  const syncedAt = new Date(Date.now() - 3_600_000).toISOString()
  const header = await openBoard({ problem: PROBLEM, syncedAt })
  const banner = (await screen.findByText(PROBLEM)).parentElement
  expect(banner?.textContent).toBe(`${asOfLastSync(Date.parse(syncedAt))} ${PROBLEM}`)
  expect(header.getByText(loadedAtTime(clockTime(Date.parse(syncedAt))))).toBeDefined()
  expect(header.queryByText(LIVE_NOW)).toBeNull()
})

test('without a problem, the same board is live', async () => {
  const header = await openBoard({})
  expect(await header.findByText(LIVE_NOW)).toBeDefined()
})
