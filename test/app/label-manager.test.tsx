import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { connect, type PageService, pageOverService, spoken } from '#test/support/page.tsx'
import { labelsOnServer, openLabels } from '#test/support/steps.ts'

const { start, network, requests } = pageOverService()

const names = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('button', { name: /^Edit / })
    .map((button) => button.getAttribute('aria-label')?.slice('Edit '.length))

describe('the list of labels', () => {
  test('is sorted by name, use or color', async () => {
    const { keys } = await start()
    const { user, dialog } = await openLabels(keys.member)
    const byName = names(dialog)
    expect(byName).toEqual([...byName].sort())
    await user.selectOptions(within(dialog).getByLabelText('Sort by'), 'use')
    const counts = within(dialog)
      .getAllByText(/^\d+ cards?$/)
      .map((node) => Number.parseInt(node.textContent ?? '', 10))
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
    await user.selectOptions(within(dialog).getByLabelText('Sort by'), 'color')
    expect(names(dialog)).not.toEqual(byName)
  })

  test('keeps what is typed in one form when another is opened, or the search hides it', async () => {
    const { keys } = await start()
    const { user, dialog } = await openLabels(keys.member)
    await user.click(within(dialog).getByRole('button', { name: 'Edit bug' }))
    await user.clear(within(dialog).getByLabelText('Name'))
    await user.type(within(dialog).getByLabelText('Name'), 'defect')
    await user.click(within(dialog).getByRole('button', { name: 'Edit docs' }))
    await user.type(within(dialog).getByRole('searchbox', { name: 'Find a label' }), 'security')
    const fields = within(dialog).getAllByLabelText<HTMLInputElement>('Name')
    expect(fields.map((field) => field.value)).toEqual(['defect', 'docs'])
  })

  test('gives the focus back: after Escape and after saving to the pencil, after creating to New label', async () => {
    const { keys } = await start()
    const { user, dialog } = await openLabels(keys.member)
    const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
    await user.click(within(dialog).getByRole('button', { name: 'Edit bug' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(focused()).toBe('Edit bug'))
    await user.keyboard('{Enter}')
    await user.type(within(dialog).getByLabelText('Name'), ' report{Enter}')
    await waitFor(() => expect(focused()).toBe('Edit bug report'))
    await user.click(within(dialog).getByRole('button', { name: 'New label' }))
    await user.type(within(dialog).getByLabelText('Name'), 'fresh{Enter}')
    await within(dialog).findByRole('button', { name: 'Edit fresh' })
    await waitFor(() => expect(focused()).toBe('New label'))
  })

  test('warns of a second label of one name, and leaves the decision to the service', async () => {
    const { keys } = await start()
    const { user, dialog } = await openLabels(keys.member)
    await user.click(within(dialog).getByRole('button', { name: 'New label' }))
    await user.type(within(dialog).getByLabelText('Name'), ' BUG ')
    expect(within(dialog).getByText(/There is a label named/).textContent).toContain('bug')
    await user.click(within(dialog).getByRole('button', { name: 'Create label' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('already has a label named')
    await user.type(within(dialog).getByLabelText('Name'), '2')
    expect(within(dialog).queryByRole('alert'), 'the old name’s error').toBeNull()
  })
})

describe('deleting', () => {
  test('asks for the name while cards carry the label', async () => {
    const running = await start()
    const { user, dialog } = await openLabels(running.keys.maintainer)
    await user.click(within(dialog).getByRole('button', { name: 'Delete bug' }))
    const question = await screen.findByRole('alertdialog')
    const button = within(question).getByRole('button', { name: 'Delete label' })
    await user.click(button)
    expect(requests.filter((line) => line.startsWith('DELETE'))).toEqual([])
    const hint = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toBe('Type bug to delete it.')
    await user.type(within(question).getByLabelText('Type bug to delete it.'), 'bug')
    await user.click(button)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Edit bug' })).toBeNull())
    expect(document.activeElement).not.toBe(document.body)
  })

  test('says how many of the cards are on the board in sight', async () => {
    const { keys } = await start(
      http.get('*/v1/labels', () => HttpResponse.json([{ id: '1201', name: 'bug', color: 'red', taskCount: 42 }])),
    )
    const { user, dialog } = await openLabels(keys.maintainer)
    await user.click(within(dialog).getByRole('button', { name: 'Delete bug' }))
    const here = (await screen.findByRole('alertdialog')).textContent
    expect(here).toMatch(/42 cards lose this label\. \d+ here, \d+ elsewhere\./)
    const [, near = '', far = ''] = /(\d+) here, (\d+) elsewhere/.exec(here ?? '') ?? []
    expect(Number(near) + Number(far)).toBe(42)
    expect(Number(near)).toBeGreaterThan(0)
  })
})

describe('merging', () => {
  async function openMerge(secret: string, into: string) {
    const { user, dialog } = await openLabels(secret)
    await user.click(within(dialog).getByRole('button', { name: 'Edit bug' }))
    await user.click(within(dialog).getByRole('button', { name: 'Merge into…' }))
    const merge = await screen.findByRole('dialog', { name: 'Merge label bug' })
    await user.selectOptions(within(merge).getByLabelText('Merge into'), into)
    return { user, merge }
  }
  const idOf = async ({ db }: PageService, name: string) =>
    String(
      (
        await db
          .selectFrom('labels')
          .select('id')
          .where('name', '=', name)
          .where('board_id', '=', 12)
          .executeTakeFirstOrThrow()
      ).id,
    )

  test('puts the other label on every card, loses no third one, and deletes the merged one', async () => {
    const running = await start()
    const [bug, api] = [await idOf(running, 'bug'), await idOf(running, 'api')]
    const before = await labelsOnServer(running)
    const { user, merge } = await openMerge(running.keys.maintainer, 'api')
    await user.click(within(merge).getByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(spoken()).toMatch(/^Label bug merged into api: \d+ cards\.$/), { timeout: 15_000 })
    const expected = Object.fromEntries(
      Object.entries(before).map(([number, ids]) => [
        number,
        ids.includes(bug) ? [...new Set([...ids.filter((id) => id !== bug), api])].sort() : ids,
      ]),
    )
    expect(await labelsOnServer(running)).toEqual(expected)
    expect(await running.db.selectFrom('labels').select('id').where('id', '=', Number(bug)).execute()).toEqual([])
  }, 30_000)

  test('stops at a fault, says which card, and goes on where it ended', async () => {
    const running = await start()
    const bug = await idOf(running, 'bug')
    let patches = 0
    network.use(
      http.patch('*/v1/cards/:number', () => {
        patches += 1
        return patches === 3 ? HttpResponse.json({ detail: 'Out of order.' }, { status: 500 }) : undefined
      }),
    )
    const { user, merge } = await openMerge(running.keys.maintainer, 'api')
    await user.click(within(merge).getByRole('button', { name: 'Merge' }))
    await within(merge).findByText(/^Stopped after 2 of \d+\. #\d+: Out of order\.$/, undefined, { timeout: 10_000 })
    const halfway = Object.values(await labelsOnServer(running)).filter((ids) => ids.includes(bug)).length
    expect(halfway).toBeGreaterThan(0)
    await user.click(within(merge).getByRole('button', { name: 'Go on' }))
    await waitFor(() => expect(spoken()).toMatch(/^Label bug merged into api/), { timeout: 15_000 })
    expect(Object.values(await labelsOnServer(running)).filter((ids) => ids.includes(bug))).toEqual([])
  }, 40_000)

  test('is not begun when the other label is gone, and stops when it goes: no card is left without either', async () => {
    const running = await start()
    const before = await labelsOnServer(running)
    const api = Number(await idOf(running, 'api'))
    const drop = async () => {
      await running.db.deleteFrom('card_labels').where('label_id', '=', api).execute()
      await running.db.deleteFrom('labels').where('id', '=', api).execute()
      await running.db.updateTable('boards').set({ revision: 70 }).where('id', '=', 12).execute()
    }
    const { user, merge } = await openMerge(running.keys.maintainer, 'api')
    network.use(http.patch('*/v1/cards/:number', async () => void (await drop()), { once: true }))
    await user.click(within(merge).getByRole('button', { name: 'Merge' }))
    await within(merge).findByText(/^Stopped after 0 of \d+\. #\d+: The label was deleted meanwhile\.$/)
    await user.click(within(merge).getByRole('button', { name: 'Go on' }))
    await within(merge).findByText('The other label is gone. Choose another one.')
    const without = (ids: string[]) => ids.filter((id) => id !== String(api))
    const expected = Object.fromEntries(Object.entries(before).map(([number, ids]) => [number, without(ids)]))
    expect(await labelsOnServer(running)).toEqual(expected)
  })

  test('is not begun while cards are out of sight', async () => {
    const running = await start(
      http.get('*/v1/labels', () =>
        HttpResponse.json([
          { id: '1201', name: 'bug', color: 'red', taskCount: 42 },
          { id: '1202', name: 'api', color: 'blue', taskCount: 1 },
        ]),
      ),
    )
    const { user, merge } = await openMerge(running.keys.maintainer, 'api')
    expect(merge.textContent).toMatch(/42 cards carry this label, and \d+ of them can be seen here/)
    await user.click(within(merge).getByRole('button', { name: 'Merge' }))
    expect(requests.filter((line) => line.startsWith('PATCH'))).toEqual([])
  })
})

test('a colour that is changed takes nothing of a name that somebody else has changed', async () => {
  const running = await start()
  const bodies: unknown[] = []
  network.use(
    http.patch('*/v1/labels/:id', async ({ request }) => {
      bodies.push(await request.clone().json())
      return undefined
    }),
  )
  const { user, dialog } = await openLabels(running.keys.member)
  await user.click(within(dialog).getByRole('button', { name: 'Edit bug' }))
  await running.db.updateTable('labels').set({ name: 'defect', name_key: 'defect' }).where('name', '=', 'bug').execute()
  await running.db.updateTable('boards').set({ revision: 70 }).execute()
  await user.click(within(dialog).getByRole('button', { name: 'Edit docs' }))
  await user.click(within(dialog).getAllByRole('radio', { name: 'lime' })[1] as HTMLElement)
  await user.click(within(dialog).getAllByRole('button', { name: 'Save label' })[1] as HTMLElement)
  await within(dialog).findByRole('button', { name: 'Edit docs' })
  await user.click(within(dialog).getByRole('radio', { name: 'pink' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save label' }))
  await within(dialog).findByRole('button', { name: 'Edit defect' })
  expect(bodies).toEqual([{ color: 'lime' }, { color: 'pink' }])
})

describe('one label on the shown cards', () => {
  test('that is deleted meanwhile is not said to be put on any', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    await user.click(screen.getByRole('button', { name: 'Filter by label or priority' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Label the shown cards…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Label the shown cards' })
    await user.selectOptions(within(dialog).getByLabelText('Label'), 'bug')
    await running.db.deleteFrom('card_labels').where('label_id', '>', 0).execute()
    await running.db.deleteFrom('labels').where('name', '=', 'bug').execute()
    await running.db.updateTable('boards').set({ revision: 70 }).execute()
    await user.click(within(dialog).getByRole('button', { name: /^Put on/ }))
    await within(dialog).findByText(/^Stopped after 0 of \d+\. #\d+: The label was deleted meanwhile\.$/)
    expect(spoken()).not.toContain('put on')
  })

  test('goes on each that had not had it, and Undo takes it off those alone', async () => {
    const running = await start()
    const { user } = await connect(running.keys.member)
    await screen.findByRole('article', { name: /^#101/ })
    const before = await labelsOnServer(running)
    await user.type(screen.getByRole('searchbox', { name: 'Filter cards' }), 'security')
    await user.click(screen.getByRole('button', { name: 'Filter by label or priority' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Label the shown cards…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Label the shown cards' })
    await user.selectOptions(within(dialog).getByLabelText('Label'), 'bug')
    const button = within(dialog).getByRole('button', { name: /^Put on \d+ cards$/ })
    const shown = Number.parseInt(/\d+/.exec(button.textContent ?? '')?.[0] ?? '', 10)
    await user.click(button)
    await waitFor(() => expect(spoken()).toMatch(/^bug put on \d+ cards?\.$/), { timeout: 15_000 })
    const between = await labelsOnServer(running)
    const changed = Object.keys(before).filter((number) => `${before[Number(number)]}` !== `${between[Number(number)]}`)
    expect(changed.length).toBeGreaterThan(0)
    expect(requests.filter((line) => line.startsWith('PATCH'))).toHaveLength(changed.length)
    expect(changed.length).toBeLessThanOrEqual(shown)
    await user.click(within(dialog).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(spoken()).toContain('again.'), { timeout: 15_000 })
    expect(await labelsOnServer(running)).toEqual(before)
  }, 40_000)
})

describe('on a card', () => {
  async function openCard(secret: string) {
    const { user } = await connect(secret)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard('l')
    const group = await screen.findByRole('group', { name: 'Labels' })
    await within(group).findByRole('checkbox', { name: 'api' })
    return { user, group }
  }

  test('a label that is not found is created and applied in one go', async () => {
    const running = await start()
    const { user, group } = await openCard(running.keys.member)
    await user.keyboard('needs owner')
    await user.click(within(group).getByRole('button', { name: 'Create “needs owner” and apply it' }))
    const box = await within(group).findByRole<HTMLInputElement>('checkbox', { name: 'needs owner' })
    await waitFor(() => expect(box.checked).toBe(true))
    await waitFor(async () => expect((await labelsOnServer(running))[101]).toHaveLength(2))
  })

  test('Enter puts the only one that is found on the card; what was used last is offered first', async () => {
    const running = await start()
    const { user, group } = await openCard(running.keys.member)
    await user.keyboard('tes{Enter}')
    await waitFor(async () => expect((await labelsOnServer(running))[101]).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(group.isConnected).toBe(false)
    await user.click(screen.getByRole('article', { name: /^#102/ }))
    const boxes = within(await screen.findByRole('group', { name: 'Labels' })).getAllByRole('checkbox')
    expect(boxes[0]?.closest('label')?.textContent).toBe('tests')
  })

  test('a label that is deleted meanwhile is left out, and the rest is sent', async () => {
    const running = await start()
    const { user, group } = await openCard(running.keys.member)
    await running.db.deleteFrom('card_labels').where('label_id', '=', 1204).execute()
    await running.db.deleteFrom('labels').where('id', '=', 1204).execute()
    await running.db.updateTable('boards').set({ revision: 60 }).where('id', '=', 12).execute()
    await user.click(within(group).getByRole('checkbox', { name: 'api' }))
    await waitFor(() =>
      expect(spoken()).toBe('#101 Rotate signing keys: labels not changed: The label was deleted meanwhile.'),
    )
    expect((await labelsOnServer(running))[101]).toEqual(['1202'])
  })

  test('a viewer is not offered to create, and is told what cannot be told [gap G18]', async () => {
    const { keys } = await start()
    const { user, group } = await openCard(keys.viewer)
    await user.keyboard('nothing like it')
    expect(within(group).queryByRole('button', { name: /^Create/ })).toBeNull()
    expect(within(group).getByText('No label matches “nothing like it”.')).toBeTruthy()
  })
})
