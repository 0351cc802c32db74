import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { loadedAtTime } from '#messages/board-messages.ts'
import { LIVE_NOW } from '#messages/common-messages.ts'
import { asOfLastSync } from '#messages/warning-messages.ts'
import { clockTime } from '#model/clock-time.ts'
import { connect, pageOverService } from '#test/support/page.tsx'

const { start } = pageOverService()

const PROBLEM = 'The repository has no branch main. Restore it.'

async function openBoard(facts: object) {
  const { keys } = await start(
    http.get('*/v1/board', () =>
      HttpResponse.json(
        { columns: [], ...facts },
        { headers: { ETag: '"1"', 'Preference-Applied': 'wait=25' } },
      ),
    ),
  )
  await connect(keys.member)
  return within(await screen.findByRole('banner'))
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
