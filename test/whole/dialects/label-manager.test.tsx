import { screen, waitFor, within } from '@testing-library/react'

import { delay, HttpResponse, http } from 'msw'

import { describe, expect, test } from 'vitest'

import {
  CARDS_UNKNOWN_FOR_MERGE,
  CHANGE_NOT_IN_LIST,
  COUNTING_CARDS,
  createAndApply,
  deletionEffect,
  LABEL_ALREADY_GONE,
  labelsNotChanged,
  mergedWithUnconfirmedDeletion,
  noMatchingLabel,
  TARGET_LABEL_GONE,
} from '#messages/label-messages.ts'

import { failureMessage } from '#model/failure-message.ts'

import { failure } from '#test/support/failure.ts'

import {
  announcement,
  columnsFilled,
  connect,
  type PageService,
  pageOverService,
} from '#test/support/page.tsx'

import { labelsOnServer, openLabels, withoutLabelRole } from '#test/support/steps.ts'

const { start, network, requests } = pageOverService()

const LABEL_DELETED = failureMessage(failure('not-sent', { notSentReason: 'label-deleted' }))

const BUG = '1201'

describe('deleting a label', () => {
  test('requires the name when cards have the label', async () => {
    const running = await start()
    const { user, dialog } = await openLabels(running.keys.maintainer)
    await user.click(within(dialog).getByRole('button', { name: 'Delete bug' }))
    const confirmation = await screen.findByRole('alertdialog')
    const button = within(confirmation).getByRole('button', { name: 'Delete label' })
    await user.click(button)
    expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([])
    const hint = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toBe('Type bug to delete it.')
    await user.type(within(confirmation).getByLabelText('Type bug to delete it.'), 'bug')
    await user.click(button)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() =>
      expect(within(dialog).queryByRole('button', { name: 'Edit bug' })).toBeNull(),
    )
    expect(document.activeElement).not.toBe(document.body)
  })

  test('shows how many of the cards are on the current board', async () => {
    const { keys } = await start(
      http.get('*/v1/labels', () =>
        HttpResponse.json([{ id: '1201', name: 'bug', color: 'red', taskCount: 42 }]),
      ),
    )
    const { user, dialog } = await openLabels(keys.maintainer)
    await columnsFilled()
    await user.click(within(dialog).getByRole('button', { name: 'Delete bug' }))
    const text = (await screen.findByRole('alertdialog')).textContent
    const [, hereCount = '', elsewhereCount = ''] =
      /(\d+) on this board, (\d+) outside it/.exec(text ?? '') ?? []
    expect(text).toContain(deletionEffect(42, Number(hereCount)))
    expect(Number(hereCount) + Number(elsewhereCount)).toBe(42)
    expect(Number(hereCount)).toBeGreaterThan(0)
  })

  test('counts no cards on a board that isn’t loaded', async () => {
    const running = await start(http.get('*/v1/board', () => delay('infinite')))
    const { user, dialog } = await openLabels(running.keys.maintainer)
    await user.click(within(dialog).getByRole('button', { name: 'Delete bug' }))
    const confirmation = await screen.findByRole('alertdialog')
    const cards = Object.values(await labelsOnServer(running))
    const count = cards.filter((ids) => ids.includes(BUG)).length
    await within(confirmation).findByText(deletionEffect(count, undefined))
  })

  test('waits for the count of a label that no card had', async () => {
    const answers: (() => void)[] = []
    let loads = 0
    const { keys } = await start(
      http.get('*/v1/labels', async () => {
        loads += 1
        const taskCount = loads === 1 ? 0 : 2
        if (loads > 1) await new Promise<void>((resolve) => answers.push(resolve))
        return HttpResponse.json([{ id: BUG, name: 'bug', color: 'red', taskCount }])
      }),
    )
    const { user, dialog } = await openLabels(keys.maintainer)
    await user.click(within(dialog).getByRole('button', { name: 'Delete bug' }))
    const confirmation = await screen.findByRole('alertdialog')
    within(confirmation).getByText(COUNTING_CARDS)
    const button = within(confirmation).getByRole('button', { name: 'Delete label' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await waitFor(() => expect(answers.length).toBeGreaterThan(0))
    for (const answer of answers) answer()
    await within(confirmation).findByText(/^2 cards will lose this label/)
    within(confirmation).getByLabelText('Type bug to delete it.')
    await user.click(button)
    expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([])
  })
})

describe('merging a label', () => {
  async function openMerge(secret: string, targetName: string) {
    const { user, dialog } = await openLabels(secret)
    await user.click(within(dialog).getByRole('button', { name: 'Edit bug' }))
    await user.click(within(dialog).getByRole('button', { name: 'Merge into…' }))
    const mergeDialog = await screen.findByRole('dialog', { name: 'Merge label bug' })
    await user.selectOptions(within(mergeDialog).getByLabelText('Merge into'), targetName)
    const button = within(mergeDialog).getByRole('button', { name: 'Merge' })
    /** The cards and the counts have to be from the same moment. */
    const ready = () => waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
    const merge = async () => {
      await ready()
      await user.click(button)
    }
    return { user, mergeDialog, button, ready, merge }
  }
  const labelId = async ({ db }: PageService, name: string) =>
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

  test('replaces it on every card, keeps all other labels, and deletes it', async () => {
    const running = await start()
    const [bug, api] = [await labelId(running, 'bug'), await labelId(running, 'api')]
    const before = await labelsOnServer(running)
    const { merge } = await openMerge(running.keys.maintainer, 'api')
    await merge()
    await waitFor(
      () => expect(announcement()).toMatch(/^Label bug merged into api: \d+ cards\.$/),
      { timeout: 15_000 },
    )
    const expected = Object.fromEntries(
      Object.entries(before).map(([number, ids]) => [
        number,
        ids.includes(bug) ? [...new Set([...ids.filter((id) => id !== bug), api])].sort() : ids,
      ]),
    )
    expect(await labelsOnServer(running)).toEqual(expected)
    expect(
      await running.db.selectFrom('labels').select('id').where('id', '=', Number(bug)).execute(),
    ).toEqual([])
  }, 30_000)

  test('says that the cards are unknown while the board isn’t loaded', async () => {
    let fail: () => void = () => undefined
    const failed = new Promise<void>((resolve) => {
      fail = resolve
    })
    const { keys } = await start(
      http.get('*/v1/board', async () => {
        await failed
        return HttpResponse.json({ detail: 'disk is full' }, { status: 500 })
      }),
    )
    const { mergeDialog, button } = await openMerge(keys.maintainer, 'api')
    within(mergeDialog).getByText(COUNTING_CARDS)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fail()
    await within(mergeDialog).findByText(CARDS_UNKNOWN_FOR_MERGE)
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  test('says that the label is gone when another person has deleted it', async () => {
    const running = await start()
    const bug = Number(await labelId(running, 'bug'))
    const { user, dialog } = await openLabels(running.keys.maintainer)
    await columnsFilled()
    await user.click(within(dialog).getByRole('button', { name: 'Edit bug' }))
    await running.db.deleteFrom('card_labels').where('label_id', '=', bug).execute()
    await running.db.deleteFrom('labels').where('id', '=', bug).execute()
    await running.db.updateTable('boards').set({ revision: 70 }).where('id', '=', 12).execute()
    await user.click(within(dialog).getByRole('button', { name: 'Merge into…' }))
    const mergeDialog = await screen.findByRole('dialog', { name: 'Merge label bug' })
    await within(mergeDialog).findByText(LABEL_ALREADY_GONE)
  })

  test('deletes nothing when a change fails, says how many cards are left, and completes later', async () => {
    const running = await start()
    const bug = await labelId(running, 'bug')
    const withBug = async () =>
      Object.values(await labelsOnServer(running)).filter((ids) => ids.includes(bug)).length
    let patchCount = 0
    network.use(
      http.patch('*/v1/cards/:number', () => {
        patchCount += 1
        return patchCount === 3
          ? HttpResponse.json({ detail: 'Out of order.' }, { status: 500 })
          : undefined
      }),
    )
    const { mergeDialog, merge } = await openMerge(running.keys.maintainer, 'api')
    await merge()
    await within(mergeDialog).findByText(
      (text) => /^Not all cards have .* \d+ changed, 1 not confirmed\.$/.test(text),
      undefined,
      { timeout: 15_000 },
    )
    expect(await withBug()).toBe(1)
    expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([])
    await merge()
    await waitFor(() => expect(announcement()).toMatch(/^Label bug merged into api/), {
      timeout: 15_000,
    })
    expect(await withBug()).toBe(0)
  }, 40_000)

  test('stops at once, and doesn’t start again, when the target label is deleted', async () => {
    const running = await start()
    const before = await labelsOnServer(running)
    const api = Number(await labelId(running, 'api'))
    const deleteTarget = async () => {
      await running.db.deleteFrom('card_labels').where('label_id', '=', api).execute()
      await running.db.deleteFrom('labels').where('id', '=', api).execute()
      await running.db.updateTable('boards').set({ revision: 70 }).where('id', '=', 12).execute()
    }
    const { mergeDialog, button, merge } = await openMerge(running.keys.maintainer, 'api')
    network.use(
      http.patch('*/v1/cards/:number', async () => void (await deleteTarget()), { once: true }),
    )
    await merge()
    await within(mergeDialog).findByText(/^Not all cards have .* 1 refused, \d+ not sent\.$/)
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    const withoutTarget = (ids: string[]) => ids.filter((id) => id !== String(api))
    const expected = Object.fromEntries(
      Object.entries(before).map(([number, ids]) => [number, withoutTarget(ids)]),
    )
    expect(await labelsOnServer(running)).toEqual(expected)
  })

  test('doesn’t start when the target label has been deleted', async () => {
    const running = await start()
    const api = Number(await labelId(running, 'api'))
    const { mergeDialog, ready, merge } = await openMerge(running.keys.maintainer, 'api')
    await ready()
    await running.db.deleteFrom('card_labels').where('label_id', '=', api).execute()
    await running.db.deleteFrom('labels').where('id', '=', api).execute()
    await running.db.updateTable('boards').set({ revision: 70 }).where('id', '=', 12).execute()
    await merge()
    await within(mergeDialog).findByText(TARGET_LABEL_GONE)
    expect(requests.filter((request) => request.startsWith('PATCH'))).toEqual([])
  })

  test('is reported as not confirmed when the list still shows the deleted label', async () => {
    const running = await start(
      http.delete('*/v1/labels/:labelId', () => new HttpResponse(null, { status: 202 })),
    )
    const { mergeDialog, merge } = await openMerge(running.keys.maintainer, 'api')
    await merge()
    await within(mergeDialog).findByText(
      mergedWithUnconfirmedDeletion('bug', CHANGE_NOT_IN_LIST),
      undefined,
      { timeout: 30_000 },
    )
  }, 60_000)

  test('doesn’t start when some of the cards are not on this board', async () => {
    const running = await start(
      http.get('*/v1/labels', () =>
        HttpResponse.json([
          { id: '1201', name: 'bug', color: 'red', taskCount: 42 },
          { id: '1202', name: 'api', color: 'blue', taskCount: 1 },
        ]),
      ),
    )
    const { user, mergeDialog, button } = await openMerge(running.keys.maintainer, 'api')
    await within(mergeDialog).findByText((text) =>
      /42 cards have this label, and \d+ of them are on this board/.test(text),
    )
    await user.click(button)
    expect(requests.filter((request) => request.startsWith('PATCH'))).toEqual([])
  })
})

test('a color change keeps the new name when another person has renamed the label', async () => {
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
  await running.db
    .updateTable('labels')
    .set({ name: 'defect', name_key: 'defect' })
    .where('name', '=', 'bug')
    .execute()
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

describe('the label editor of a card', () => {
  async function openCard(secret: string) {
    const { user } = await connect(secret)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard('l')
    const group = await screen.findByRole('group', { name: 'Labels' })
    await within(group).findByRole('checkbox', { name: 'api' })
    return { user, group }
  }

  test('creates and applies a label in one step when none matches', async () => {
    const running = await start()
    const { user, group } = await openCard(running.keys.member)
    await user.keyboard('needs owner')
    await user.click(within(group).getByRole('button', { name: createAndApply('needs owner') }))
    const checkbox = await within(group).findByRole<HTMLInputElement>('checkbox', {
      name: 'needs owner',
    })
    await waitFor(() => expect(checkbox.checked).toBe(true))
    await waitFor(async () => expect((await labelsOnServer(running))[101]).toHaveLength(2))
  })

  test('adds the only match on Enter, and lists the card’s labels first, and then those used last', async () => {
    const running = await start()
    const { user, group } = await openCard(running.keys.member)
    await user.keyboard('tes{Enter}')
    await waitFor(async () => expect((await labelsOnServer(running))[101]).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(group.isConnected).toBe(false)
    await user.click(screen.getByRole('article', { name: /^#102/ }))
    await user.click(await screen.findByRole('button', { name: 'Add label' }))
    const checkboxes = within(await screen.findByRole('group', { name: 'Labels' })).getAllByRole(
      'checkbox',
    )
    const names = checkboxes.map((checkbox) => checkbox.closest('label')?.textContent)
    expect(names.slice(0, 2)).toEqual(['api', 'tests'])
  })

  test('reports an error and keeps the other labels when the selected label has been deleted', async () => {
    const running = await start()
    const { user, group } = await openCard(running.keys.member)
    await running.db.deleteFrom('card_labels').where('label_id', '=', 1204).execute()
    await running.db.deleteFrom('labels').where('id', '=', 1204).execute()
    await running.db.updateTable('boards').set({ revision: 60 }).where('id', '=', 12).execute()
    await user.click(within(group).getByRole('checkbox', { name: 'api' }))
    await waitFor(() =>
      expect(announcement()).toBe(labelsNotChanged('#101 Rotate signing keys', LABEL_DELETED)),
    )
    expect((await labelsOnServer(running))[101]).toEqual(['1202'])
  })

  test('shows "No label matches", without Create, when a viewer searches for an unknown label [gap G18]', async () => {
    const running = await start()
    network.use(withoutLabelRole(running))
    const { user, group } = await openCard(running.keys.viewer)
    await user.keyboard('nothing like it')
    expect(within(group).queryByRole('button', { name: /^Create/ })).toBeNull()
    expect(within(group).getByText(noMatchingLabel('nothing like it'))).toBeTruthy()
  })
})
