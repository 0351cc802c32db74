import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { changeUrl } from '#state/url.ts'
import { connect, pageOverService, traverseHistory, untilTraversed } from '#test/support/page.tsx'

const { start } = pageOverService()

const back = () => traverseHistory(-1)
const forward = () => traverseHistory(1)
const urlQuery = () => window.location.search

describe('the Back button', () => {
  test('closes an open card, and a card that was closed leaves no history entry', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await user.click(await screen.findByRole('article', { name: /^#101/ }))
    await screen.findByRole('dialog', { name: /^#101/ })
    expect(urlQuery()).toBe('?w=12&card=101')
    await back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(urlQuery()).toBe('?w=12')
    await forward()
    await screen.findByRole('button', { name: 'Close' })
    const close = () => user.click(screen.getByRole('button', { name: 'Close' }))
    await untilTraversed(close)
    expect(urlQuery()).toBe('?w=12')
    await user.click(screen.getByRole('article', { name: /^#102/ }))
    await screen.findByRole('button', { name: 'Close' })
    await untilTraversed(close)
    const historyLength = window.history.length
    await user.click(screen.getByRole('article', { name: /^#103/ }))
    await screen.findByRole('dialog', { name: /^#103/ })
    expect(window.history.length, 'a closed card leaves no history entry').toBe(historyLength)
  })

  test('keeps the filter and the sorting that changed while a card was open', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await user.click(await screen.findByRole('article', { name: /^#101/ }))
    await screen.findByRole('dialog', { name: /^#101/ })
    act(() => changeUrl({ sort: 'title', priorities: ['high'] }, 'replace'))
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(urlQuery()).toBe('?w=12&priority=high&sort=title'))
    await waitFor(() => expect(screen.queryByRole('article', { name: /^#102/ })).toBeNull())
    screen.getByRole('article', { name: /^#101/ })
  })

  test('leads from a filter to all cards, whatever was typed and chosen meanwhile', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    const field = screen.getByRole('searchbox', { name: 'Filter cards' })
    await user.type(field, 'keys')
    await user.click(screen.getByRole('button', { name: /can’t move/ }))
    await waitFor(() => expect(urlQuery()).toBe('?w=12&q=keys&blocked=1'))
    await back()
    expect(urlQuery()).toBe('?w=12')
    await waitFor(() => expect(field).toHaveProperty('value', ''))
    await screen.findByRole('article', { name: /^#102/ })
    await forward()
    await waitFor(() => expect(field).toHaveProperty('value', 'keys'))
    // The same place, however often a filter comes and goes there.
    await user.clear(field)
    await user.type(field, 'x')
    await user.clear(field)
    await user.type(field, 'y')
    await back()
    expect(urlQuery()).toBe('?w=12')
    await forward()
    await waitFor(() => expect(urlQuery()).toContain('q=y'))
  })

  test('leads to all cards also when a filter was typed beside an open card', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await user.click(await screen.findByRole('article', { name: /^#101/ }))
    await screen.findByRole('dialog', { name: /^#101/ })
    await user.type(screen.getByRole('searchbox', { name: 'Filter cards' }), 'k')
    expect(urlQuery()).toBe('?w=12&card=101&q=k')
    await back()
    expect(urlQuery()).toBe('?w=12')
  })

  test('returns from a project to the choice of a project, and then to the choice of a board', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Client apps/ }))
    await user.click(await screen.findByRole('button', { name: 'Desktop' }))
    await screen.findByRole('heading', { level: 2, name: 'Main' })
    await back()
    expect(await screen.findByRole('heading', { name: 'Choose a project' })).toBeTruthy()
    await back()
    expect(await screen.findByRole('heading', { name: 'Choose a board' })).toBeTruthy()
    await forward()
    expect(await screen.findByRole('heading', { name: 'Choose a project' })).toBeTruthy()
    await forward()
    expect(await screen.findByRole('heading', { level: 2, name: 'Main' })).toBeTruthy()
    expect(urlQuery()).toBe('?w=13&p=42')
  })

  test('returns to the previous board', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Storefront/ }))
    await screen.findByRole('heading', { level: 2, name: 'Queued' })
    await user.click(screen.getByRole('button', { name: /^Workspace/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: /^Large board/ }))
    await screen.findByRole('heading', { level: 2, name: 'Intake' })
    await back()
    expect(await screen.findByRole('heading', { level: 2, name: 'Queued' })).toBeTruthy()
  })
})

describe('a board with several projects', () => {
  test('opens with the last used project, and adds it to the URL, when a person returns to it', async () => {
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Client apps/ }))
    await user.click(await screen.findByRole('button', { name: 'Desktop' }))
    await screen.findByRole('heading', { level: 2, name: 'Main' })
    await user.click(screen.getByRole('button', { name: /^Workspace/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: /^Large board/ }))
    await screen.findByRole('heading', { level: 2, name: 'Intake' })
    await user.click(screen.getByRole('button', { name: /^Workspace/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: /^Client apps/ }))
    await screen.findByRole('heading', { level: 2, name: 'Main' })
    expect(urlQuery()).toBe('?w=13&p=42')
  })
})
