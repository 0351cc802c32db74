import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { connect, pageOverService, type User } from '#test/support/page.tsx'
import { crashMessage } from '#ui/crash-message.ts'

const { start } = pageOverService({ isNameless: true })

/** Makes a browser method throw until the returned function is called. */
function makeThrow<T extends object, Key extends keyof T>(owner: T, name: Key): () => void {
  const original = owner[name]
  let isBroken = true
  const spy = vi.spyOn(owner as Record<string, () => unknown>, name as string)
  spy.mockImplementation(function (this: unknown, ...args: unknown[]) {
    if (isBroken) throw new Error('Injected fault')
    return (original as (...args: unknown[]) => unknown).apply(this, args)
  } as () => unknown)
  return () => {
    isBroken = false
  }
}

/** The palette opens above the page, and the others make it inert. */
function breakOpening(dialog: string): () => void {
  if (dialog === 'command palette') return makeThrow(HTMLElement.prototype, 'showPopover')
  return makeThrow(HTMLDialogElement.prototype, 'showModal')
}

const crashed = (part: string) => crashMessage(part, undefined, true).title
const openPicker = (user: User) => user.click(screen.getByRole('button', { name: /^Workspace/ }))
const titleOf = (errorCard: HTMLElement) => within(errorCard).getByRole('heading').textContent
const openPalette = async (user: User) => {
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Command palette' })
  // It opens with the first options, and the others follow.
  await screen.findByRole('option', { name: /^Keyboard shortcuts/ })
}
const runCommand = (user: User, name: string) =>
  user.click(screen.getByRole('option', { name: new RegExp(`^${name}`) }))
const needsNothing = () => Promise.resolve()

const DIALOGS: readonly (readonly [
  name: string,
  title: RegExp,
  open: (user: User) => Promise<void>,
  /** What has to be open before. */
  prepare: (user: User) => Promise<void>,
])[] = [
  [
    'Labels',
    /^Labels$/,
    (user) => user.click(screen.getByRole('button', { name: 'Labels' })),
    needsNothing,
  ],
  [
    'a card',
    /^#101/,
    (user) => user.click(screen.getByRole('article', { name: /^#101/ })),
    needsNothing,
  ],
  [
    'key details',
    /^Key Demo member$/,
    async (user) => {
      await openPicker(user)
      await user.click(await screen.findByRole('button', { name: 'Details of Demo member' }))
    },
    needsNothing,
  ],
  [
    'names on this device',
    /^Rename on this device$/,
    (user) => runCommand(user, 'Rename this board…'),
    openPalette,
  ],
  [
    'bulk edit of labels',
    /^Label visible cards$/,
    (user) => runCommand(user, 'Label visible cards…'),
    openPalette,
  ],
  [
    'command palette',
    /^Command palette$/,
    (user) => user.keyboard('{Control>}k{/Control}'),
    needsNothing,
  ],
  [
    'keyboard shortcuts',
    /^Keyboard shortcuts$/,
    (user) => runCommand(user, 'Keyboard shortcuts'),
    openPalette,
  ],
  [
    'unrecognized data',
    /^Unrecognized data$/,
    (user) => runCommand(user, 'Show unrecognized data'),
    openPalette,
  ],
]

const MENUS: readonly (readonly [name: string, open: (user: User) => Promise<void>])[] = [
  ['card actions', (user) => user.click(screen.getByRole('button', { name: /^Actions for #101/ }))],
  ['workspace picker', openPicker],
  ['filter', (user) => user.click(screen.getByRole('button', { name: 'Filter' }))],
  ['More', (user) => user.click(screen.getByRole('button', { name: 'More' }))],
]

describe('an error boundary', () => {
  test.each(DIALOGS)(
    'keeps the board, and opens the dialog on Retry, when a dialog crashes (%s)',
    async (name, title, open, prepare) => {
      const { keys } = await start()
      const { user } = await connect(keys.member)
      await screen.findByRole('article', { name: /^#101/ })
      await prepare(user)
      const restore = breakOpening(name)
      await open(user)
      const errorCard = await screen.findByRole('alert')
      expect([crashed('dialog'), crashed('card')]).toContain(titleOf(errorCard))
      expect(screen.getByRole('article', { name: /^#102/ })).toBeTruthy()
      restore()
      await user.click(within(errorCard).getByRole('button', { name: 'Retry' }))
      await screen.findByRole('dialog', { name: title })
    },
  )

  test.each(DIALOGS)(
    'can be closed when a dialog crashes (%s)',
    async (name, _title, open, prepare) => {
      const { keys } = await start()
      const { user } = await connect(keys.member)
      await screen.findByRole('article', { name: /^#101/ })
      await prepare(user)
      breakOpening(name)
      await open(user)
      await user.click(
        within(await screen.findByRole('alert')).getByRole('button', { name: 'Close' }),
      )
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
      expect(screen.getByRole('article', { name: /^#101/ })).toBeTruthy()
    },
  )

  test.each(MENUS)(
    'keeps the board and can be closed when a menu crashes (%s)',
    async (_, open) => {
      const { keys } = await start()
      const { user } = await connect(keys.member)
      await screen.findByRole('article', { name: /^#101/ })
      makeThrow(HTMLElement.prototype, 'showPopover')
      await open(user)
      const errorCard = await screen.findByRole('alert')
      const parts = ['menu', 'list of boards', 'filter', 'dialog']
      expect(parts.map(crashed)).toContain(titleOf(errorCard))
      expect(screen.getByRole('article', { name: /^#102/ })).toBeTruthy()
      await user.click(within(errorCard).getByRole('button', { name: 'Close' }))
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    },
  )

  test('keeps the header, and shows the board on Retry, when the board crashes', async () => {
    const { matchMedia } = window
    vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: true }))
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor() {
          throw new Error('Injected fault')
        }
      },
    )
    const { keys } = await start()
    const { user } = await connect(keys.everywhere)
    await user.click(await screen.findByRole('button', { name: /^Board 12/ }))
    const errorCard = await screen.findByRole('alert')
    expect(errorCard.textContent).toContain(crashed('board'))
    await openPicker(user)
    expect(await screen.findByRole('menuitemradio', { name: 'Board 14, member' })).toBeTruthy()
    await user.keyboard('{Escape}')
    vi.unstubAllGlobals()
    await user.click(within(errorCard).getByRole('button', { name: 'Retry' }))
    await screen.findByRole('article', { name: /^#101/ })
  })
})

test('a column shows an error card with Retry, and the other columns stay, when it crashes', async () => {
  const { keys } = await start()
  let isBroken = true
  vi.spyOn(ResizeObserver.prototype, 'observe').mockImplementation((element) => {
    if (isBroken && element.closest('[data-status-id="1202"]')) throw new Error('Injected fault')
  })
  const { user } = await connect(keys.member)
  const errorCard = await screen.findByRole('alert')
  expect(errorCard.textContent).toContain(crashMessage('column Building', undefined, true).title)
  expect(screen.getByRole('article', { name: /^#101/ })).toBeTruthy()
  expect(await screen.findByRole('article', { name: /^#106/ })).toBeTruthy()
  expect(screen.queryByRole('article', { name: /^#104/ })).toBeNull()
  isBroken = false
  await user.click(within(errorCard).getByRole('button', { name: 'Retry' }))
  await screen.findByRole('article', { name: /^#104/ })
})
