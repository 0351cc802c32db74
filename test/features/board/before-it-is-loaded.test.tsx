import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ACTIVITY, FOLLOWED_CARD, MISSING_CARD } from '#messages/activity-messages.ts'
import { LOADING_BOARDS } from '#messages/board-messages.ts'
import { NO_CARDS_MATCH } from '#messages/board-status-messages.ts'
import { unresolvedLabelName } from '#messages/card-messages.ts'
import { noCommandMatches, noResultMatches } from '#messages/command-messages.ts'
import { ADD_KEY } from '#messages/common-messages.ts'
import { removeFilter } from '#messages/filter-messages.ts'
import {
  NO_BOARDS_IN_PICKER,
  OPENS_WITHOUT_PROJECT,
  PROJECT_REQUIRED,
} from '#messages/workspace-messages.ts'
import { toggleFollow, useFollowsStore } from '#state/follows-store.ts'
import { connect, pageOverService, renderApp, setupUser } from '#test/support/page.tsx'
import { holdResponses } from '#test/support/steps.ts'

const { start, network } = pageOverService()

beforeEach(() => window.history.replaceState(null, '', '/'))

describe('while the labels are on their way', () => {
  test('no card is said to miss a filter that can match their names', async () => {
    window.history.replaceState(null, '', '/?q=accessibility')
    const { handler, release } = holdResponses('*/v1/labels')
    const { keys } = await start(handler)
    await connect(keys.member)
    await screen.findByRole('region', { name: 'Queued' })
    // The parts that would say it are there.
    await screen.findByRole('button', { name: 'Clear filters' })
    await screen.findByRole('button', { name: 'Column actions for Queued' })
    expect(screen.queryByText(NO_CARDS_MATCH)).toBeNull()
    expect(screen.queryByText(/of 60 cards/)).toBeNull()
    release()
    await screen.findAllByText(/^[1-9]\d* of 60 cards$/)
  })

  test('a label in the URL is not said to be unknown', async () => {
    window.history.replaceState(null, '', '/?label=1202')
    const { handler, release } = holdResponses('*/v1/labels')
    const { keys } = await start(handler)
    await connect(keys.member)
    await screen.findByRole('button', { name: removeFilter(unresolvedLabelName('1202', false)) })
    release()
    await screen.findByRole('button', { name: removeFilter('security') })
  })
})

describe('while the board is on its way', () => {
  test('nothing is counted', async () => {
    window.history.replaceState(null, '', '/?blocked=1')
    const { handler, release } = holdResponses('*/v1/board')
    const { keys } = await start(handler)
    const { user } = await connect(keys.member)
    await screen.findByRole('button', { name: /can’t move/, pressed: true })
    await user.click(screen.getByRole('button', { name: /^Filter( \d|$)/ }))
    const item = () => screen.findByRole('menuitemcheckbox', { name: /^docs/ })
    const textOf = async () => (await item()).textContent
    expect(await textOf()).toBe('docs')
    release()
    await waitFor(async () => expect(await textOf()).toMatch(/^docs\D*\d/))
    await screen.findByRole('button', { name: '3 can’t move', pressed: true, hidden: true })
  })

  test('no card is said to be missing in the palette or among those that a person follows', async () => {
    toggleFollow('12', 'cards', '12000001')
    const { handler, release } = holdResponses('*/v1/board')
    const { keys } = await start(handler)
    const { user } = await connect(keys.member)
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: ACTIVITY }))
    const activity = await screen.findByRole('dialog', { name: ACTIVITY })
    within(activity).getByText(FOLLOWED_CARD)
    expect(within(activity).queryByText(MISSING_CARD)).toBeNull()
    await user.keyboard('{Escape}')
    await user.keyboard('{Control>}k{/Control}')
    const palette = await screen.findByRole('dialog', { name: 'Command palette' })
    await user.type(within(palette).getByRole('searchbox'), 'quota errors')
    await within(palette).findByText(noCommandMatches('quota errors'))
    release()
    await within(palette).findByRole('option', { name: /Explain quota errors/ })
    expect(within(palette).queryByText(noResultMatches('quota errors'))).toBeNull()
    useFollowsStore.setState(useFollowsStore.getInitialState(), true)
  })

  test('no project is said to be required until the service has refused a board without one', async () => {
    window.history.replaceState(null, '', '/?w=12&p=999')
    const { handler, release } = holdResponses(
      '*/v1/board',
      ({ url }) => !new URL(url).searchParams.has('projectId'),
    )
    const { keys } = await start(handler)
    await connect(keys.member)
    await screen.findByRole('heading', { name: 'Choose a project' })
    expect(screen.queryByText(new RegExp(PROJECT_REQUIRED))).toBeNull()
    release()
    await screen.findByText(OPENS_WITHOUT_PROJECT)
  })
})

test('no key is said to have access to no board while the boards are on their way', async () => {
  const { keys } = await start()
  const { unmount } = await connect(keys.member)
  await screen.findByRole('article', { name: /^#101/ })
  unmount()
  const { handler, release } = holdResponses('*/v1/me')
  network.use(handler)
  renderApp()
  const user = setupUser()
  await user.click(await screen.findByRole('button', { name: /^Workspace/ }))
  await screen.findByText(ADD_KEY)
  expect(screen.getAllByText(LOADING_BOARDS).length).toBeGreaterThan(0)
  expect(screen.queryByText(NO_BOARDS_IN_PICKER)).toBeNull()
  release()
  await screen.findByRole('menuitemradio', { name: /^Storefront/ })
})
