import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { EXPORT_TITLE, exportQuestion, withoutOlderCards } from '#messages/export-messages.ts'
import { hideOlderCards, showOlderCards, withoutCommitFor } from '#messages/view-messages.ts'
import { connect, pageOverService } from '#test/support/page.tsx'

const { start } = pageOverService()

const aTask = (number: number, days: number) => ({
  id: String(1_000 + number),
  number,
  title: `Change ${number}`,
  projectId: '1',
  statusId: '1',
  priority: 'medium',
  assignee: null,
  labels: [],
  repository: {
    branch: `fix/${number}`,
    committedAt: new Date(Date.now() - days * 86_400_000).toISOString(),
  },
})

/** #1 is of today, #2 and #3 are older than 90 days. */
async function openBoard(query = '') {
  window.history.replaceState(null, '', `/${query}`)
  const tasks = [aTask(1, 0), aTask(2, 91), aTask(3, 400)]
  const column = { statusId: '1', name: 'Work', kind: 'stage', minRole: 'member' }
  const columns = [{ ...column, hideAfterDays: 90, tasks }]
  const { keys } = await start(http.get('*/v1/board', () => HttpResponse.json({ columns })))
  const { user } = await connect(keys.member)
  await screen.findByText('Change 1')
  return user
}

const shownCards = () => screen.getAllByRole('article').map(({ dataset }) => dataset.cardNumber)

test('older cards are folded at the end of their column, and a button leads to them and back', async () => {
  const user = await openBoard()
  const button = await screen.findByRole('button', { name: showOlderCards(2) })
  expect(shownCards()).toEqual(['1'])
  screen.getByText('1 of 3')
  screen.getByText(withoutCommitFor(90))
  await user.click(button)
  await waitFor(() => expect(shownCards()).toEqual(['1', '2', '3']))
  expect(document.activeElement?.getAttribute('data-card-number')).toBe('2')
  expect(window.location.search).toContain('older=shown')
  await user.click(screen.getByRole('button', { name: hideOlderCards(2) }))
  await waitFor(() => expect(shownCards()).toEqual(['1']))
})

test('a link to an older card shows it beside the others', async () => {
  const user = await openBoard('?card=3')
  await waitFor(() => expect(shownCards()).toEqual(['1', '3']))
  await screen.findByRole('button', { name: showOlderCards(1) })
  const panel = screen.getByRole('dialog', { name: /Change 3/ })
  await user.click(within(panel).getByRole('button', { name: 'Close' }))
  expect(shownCards()).toEqual(['1', '3'])
})

test('the palette finds an older card', async () => {
  const user = await openBoard()
  await screen.findByRole('button', { name: showOlderCards(2) })
  await user.keyboard('{Control>}k{/Control}')
  await user.paste('Change 2')
  await user.click(await screen.findByRole('option', { name: /Change 2/ }))
  await waitFor(() => expect(shownCards()).toEqual(['1', '2']))
})

test('the palette shows all older cards, and a list folds them, too', async () => {
  const user = await openBoard('?view=list')
  await screen.findByRole('button', { name: showOlderCards(2) })
  await user.keyboard('{Control>}k{/Control}')
  await user.paste('older')
  await user.click(await screen.findByRole('option', { name: showOlderCards(2) }))
  await screen.findByRole('button', { name: hideOlderCards(2) })
})

test('an export says that older cards are left out, and has them once they are shown', async () => {
  const user = await openBoard()
  const openExport = async () => {
    await user.keyboard('{Control>}k{/Control}')
    await user.paste('export visible')
    await user.keyboard('{Enter}')
    return screen.findByRole('dialog', { name: EXPORT_TITLE })
  }
  await screen.findByRole('button', { name: showOlderCards(2) })
  const dialog = await openExport()
  expect(dialog.textContent).toContain(exportQuestion(1, false))
  expect(dialog.textContent).toContain(withoutOlderCards(2))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: showOlderCards(2) }))
  expect((await openExport()).textContent).toContain(`${exportQuestion(3, false)} `)
  expect(screen.queryByText(withoutOlderCards(2), { exact: false })).toBeNull()
})
