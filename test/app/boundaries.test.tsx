import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { connect, pageOverService } from '#test/support/page.tsx'
import type { User } from '#test/support/steps.ts'

const { start } = pageOverService()

/** Makes something that the browser gives fail, for as long as the returned switch is not turned. */
function breaking<T extends object, Key extends keyof T>(owner: T, name: Key): () => void {
  const real = owner[name]
  let broken = true
  const spy = vi.spyOn(owner as Record<string, () => unknown>, name as string)
  spy.mockImplementation(function (this: unknown, ...args: unknown[]) {
    if (broken) throw new Error('Injected fault')
    return (real as (...args: unknown[]) => unknown).apply(this, args)
  } as () => unknown)
  return () => {
    broken = false
  }
}

const openPicker = (user: User) => user.click(screen.getByRole('button', { name: /^Workspace/ }))
const command = async (user: User, name: string) => {
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await screen.findByRole('menuitem', { name }))
}

/** Everything that opens above the board, and how. */
const DIALOGS: readonly (readonly [name: string, title: RegExp, open: (user: User) => Promise<void>])[] = [
  ['labels', /^Labels$/, (user) => user.click(screen.getByRole('button', { name: 'Labels' }))],
  ['a card', /^#101/, (user) => user.click(screen.getByRole('article', { name: /^#101/ }))],
  [
    'a key’s details',
    /^Key Demo member$/,
    async (user) => {
      await openPicker(user)
      await user.click(await screen.findByRole('button', { name: 'Details of Demo member' }))
    },
  ],
  ['names', /^Names on this device$/, (user) => command(user, 'Name this board…')],
  ['labelling', /^Label the shown cards$/, (user) => command(user, 'Label the shown cards…')],
  ['keyboard', /^Keyboard$/, (user) => command(user, 'Keyboard')],
  ['not understood', /^Not understood$/, (user) => command(user, 'What was not understood')],
]

const MENUS: readonly (readonly [name: string, open: (user: User) => Promise<void>])[] = [
  ['a card’s actions', (user) => user.click(screen.getByRole('button', { name: /^Actions for #101/ }))],
  ['the workspaces', openPicker],
  ['the filter', (user) => user.click(screen.getByRole('button', { name: 'Filter by label or priority' }))],
  ['more', (user) => user.click(screen.getByRole('button', { name: 'More' }))],
  ['the commands', (user) => user.keyboard('{Control>}k{/Control}')],
]

describe('a crash', () => {
  test.each(DIALOGS)('of the dialog for %s leaves the board, and Retry opens it', async (_, title, open) => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    const mend = breaking(HTMLDialogElement.prototype, 'showModal')
    await open(user)
    const fault = await screen.findByRole('alert')
    expect(fault.textContent).toMatch(/The (dialog|card) failed/)
    expect(screen.getByRole('article', { name: /^#102/ })).toBeTruthy()
    mend()
    await user.click(within(fault).getByRole('button', { name: 'Retry' }))
    await screen.findByRole('dialog', { name: title })
  })

  test.each(DIALOGS)('of the dialog for %s can be left', async (_, _title, open) => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    breaking(HTMLDialogElement.prototype, 'showModal')
    await open(user)
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(screen.getByRole('article', { name: /^#101/ })).toBeTruthy()
  })

  test.each(MENUS)('of the menu for %s leaves the board, and can be left', async (_, open) => {
    const { keys } = await start()
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    breaking(HTMLElement.prototype, 'showPopover')
    await open(user)
    const fault = await screen.findByRole('alert')
    expect(fault.textContent).toMatch(/The (menu|list of boards|filter|dialog) failed/)
    expect(screen.getByRole('article', { name: /^#102/ })).toBeTruthy()
    await user.click(within(fault).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('of the board leaves the header, and Retry brings the board', async () => {
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
    const fault = await screen.findByRole('alert')
    expect(fault.textContent).toContain('The board failed')
    await openPicker(user)
    expect(await screen.findByRole('menuitemradio', { name: 'Board 14, member' })).toBeTruthy()
    await user.keyboard('{Escape}')
    vi.unstubAllGlobals()
    await user.click(within(fault).getByRole('button', { name: 'Retry' }))
    await screen.findByRole('article', { name: /^#101/ })
  })
})
