import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import { useSelectionStore } from '#state/selection-store.ts'
import { connect, pageOverService, traverseHistory } from '#test/support/page.tsx'

const { start, requests } = pageOverService()

async function openPanel() {
  const { keys } = await start()
  const { user } = await connect(keys.maintainer)
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  await user.keyboard('{Enter}')
  const panel = await screen.findByRole('dialog', { name: /^#101/ })
  return { user, panel }
}

const moves = () => requests.filter((request) => request.startsWith('PATCH')).length
const columnOf = (panel: HTMLElement) => within(panel).getByText('Column').nextSibling?.textContent

describe('with the focus in the panel of a card, the keys of a card', () => {
  test('move it to the neighbors, and the focus stays', async () => {
    const { user, panel } = await openPanel()
    const next = within(panel).getByRole('button', { name: 'Move to Building' })
    next.focus()
    await user.keyboard(']')
    await waitFor(() => expect(columnOf(panel)).toMatch(/^Building/))
    await within(panel).findByRole('button', { name: 'Move to Review' })
    expect(panel.contains(document.activeElement)).toBe(true)
    await user.keyboard('[[')
    await waitFor(() => expect(columnOf(panel)).toMatch(/^Queued/))
    expect(moves()).toBe(2)
  })

  test('open its menu, whose choice leaves the focus in the panel', async () => {
    const { user, panel } = await openPanel()
    await user.keyboard('m')
    await user.click(await screen.findByRole('menuitem', { name: 'Building' }))
    await waitFor(() => expect(columnOf(panel)).toMatch(/^Building/))
    await waitFor(() => expect(moves()).toBe(1))
    expect(panel.isConnected).toBe(true)
    expect(document.activeElement?.closest('article')).toBeNull()
  })

  test('open its menu, which Back closes with the panel', async () => {
    const { user } = await openPanel()
    await user.click(await screen.findByRole('button', { name: 'Move to…' }))
    await screen.findByRole('menuitem', { name: 'Building' })
    await traverseHistory(-1)
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Building' })).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(useBoardUiStore.getState().menu).toBeNull()
  })

  test('select it and copy its link', async () => {
    const { user } = await openPanel()
    await user.keyboard('c')
    expect(await navigator.clipboard.readText()).toContain('card=101')
    await user.keyboard('x')
    expect([...useSelectionStore.getState().cardIds]).toHaveLength(1)
  })
})

test('the main button keeps its place while the card moves', async () => {
  const { user, panel } = await openPanel()
  await user.click(within(panel).getByRole('button', { name: 'Move to Building' }))
  const button = await within(panel).findByRole('button', { name: /^(Moving…|Move to Review)$/ })
  expect(button.isConnected).toBe(true)
  await within(panel).findByRole('button', { name: 'Move to Review' })
  expect(panel.contains(document.activeElement)).toBe(true)
})
