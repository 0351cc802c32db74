import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BOARD_NOT_LOADED_YET } from '#messages/label-messages.ts'
import { connect, pageOverService } from '#test/support/page.tsx'
import { holdResponses } from '#test/support/steps.ts'

const { start, requests } = pageOverService()

let saved: { name: string; blob: Blob }[]

beforeEach(() => {
  saved = []
  let blob = new Blob()
  // jsdom has no downloads.
  URL.createObjectURL = (object) => {
    if (object instanceof Blob) blob = object
    return 'blob:x'
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, blob })
  })
})

afterEach(() => vi.restoreAllMocks())

test('exports the cards that the filter shows, by keyboard alone', async () => {
  window.history.replaceState(null, '', '/?q=token')
  const { keys } = await start()
  const { user } = await connect(keys.member)
  await screen.findByText('2 of 60 cards')
  await user.keyboard('{Control>}k{/Control}')
  const palette = await screen.findByRole('dialog', { name: 'Command palette' })
  await user.type(within(palette).getByRole('searchbox'), 'export visible{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Export visible cards' })
  expect(dialog.textContent).toContain('Save 2 cards that the filter shows')
  const before = requests.length
  screen.getByRole('button', { name: 'JSON' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(saved).toHaveLength(1))
  const [file] = saved
  expect(file?.name).toMatch(/^Storefront-\d{4}-\d\d-\d\d\.json$/)
  const exported = JSON.parse((await file?.blob.text()) ?? '')
  expect(exported.filter).toBe('Filter: “token”')
  expect(exported.cards).toHaveLength(2)
  const shown = screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))
  expect(exported.cards.map(({ number, title }: never) => `#${number} ${title}`)).toEqual(shown)
  await screen.findAllByText(/^Saved 2 cards to Storefront-.*\.json\.$/)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(requests.slice(before).filter((request) => !request.startsWith('GET'))).toEqual([])
})

test('offers nothing to save before the board is loaded, and then what the filter shows', async () => {
  window.history.replaceState(null, '', '/?q=token')
  const { handler, release } = holdResponses('*/v1/board')
  const { keys } = await start(handler)
  const { user } = await connect(keys.member)
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export visible cards…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Export visible cards' })
  within(dialog).getByText(BOARD_NOT_LOADED_YET)
  await user.click(within(dialog).getByRole('button', { name: 'CSV' }))
  expect(saved).toEqual([])
  release()
  await within(dialog).findByText(/Save 2 cards that the filter shows/)
})

test('offers nothing to save when no card is visible', async () => {
  window.history.replaceState(null, '', '/?q=nowhere')
  const { keys } = await start()
  const { user } = await connect(keys.member)
  await screen.findByText('0 of 60 cards')
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export visible cards…' }))
  await screen.findByText('No cards are visible.')
  await user.click(screen.getByRole('button', { name: 'CSV' }))
  expect(saved).toEqual([])
})
