import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { moveBackEffect, moveBackTitle } from '#messages/card-repository-messages.ts'
import { ATTENTION } from '#messages/evidence-messages.ts'
import { stateName } from '#messages/filter-messages.ts'
import { changesToo } from '#messages/interaction-messages.ts'
import { needsRole } from '#messages/permission-messages.ts'
import { BEFORE_LAST_PUSH, triedAgain } from '#messages/refusal-messages.ts'
import { useDialogStore } from '#state/dialog-store.ts'
import { removeKey } from '#state/keys/change-keys.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { connect, pageOverService } from '#test/support/page.tsx'

const { start, requests } = pageOverService()

const HEAD = '3e5f5a681d3e5f5a681d3e5f5a681d3e5f5a681d'
const MERGE = '91ab33c5a691ab33c5a691ab33c5a691ab33c5a6'
const REVERT = '77c0de1f2377c0de1f2377c0de1f2377c0de1f23'

const REPOSITORY = {
  branch: 'fix/101 keys',
  head: HEAD,
  isDeleted: false,
  commits: 3,
  committedAt: new Date(Date.now() - 2 * 86_400_000).toISOString(),
  author: 'Ada Okafor',
  placedBy: 'ancestry',
  placedAt: MERGE,
  revertedBy: REVERT,
  checks: [
    { name: 'unit', state: 'failure', detail: '3 tests failed' },
    { name: 'lint', state: 'success' },
  ],
  next: { statusId: '3', result: 'conflicts', detail: 'src/a.ts' },
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

function boardWith(
  repository: object | undefined,
  web?: object,
  { roleOfMain = 'member', blocked }: { roleOfMain?: string; blocked?: object } = {},
) {
  const card = {
    id: '11',
    number: 101,
    title: 'Rotate keys',
    projectId: '41',
    statusId: '2',
    priority: 'high',
    assignee: 'Ada',
    labels: [],
    blocked,
    repository,
  }
  const other = {
    ...card,
    id: '12',
    number: 102,
    repository: { ...REPOSITORY, checks: [], next: { statusId: '3', result: 'clean' } },
  }
  const columns = ['Work', 'Main', 'Staging'].map((name, index) => ({
    statusId: String(index + 1),
    name,
    kind: 'stage',
    minRole: index === 1 ? roleOfMain : 'member',
    tasks: index === 1 ? [card, ...(repository ? [other] : [])] : [],
  }))
  return http.get('*/v1/board', () => HttpResponse.json({ columns, web }))
}

async function openPanel(repository: object | undefined, web?: object, blocked?: object) {
  const { keys } = await start(boardWith(repository, web, blocked && { blocked }))
  const { user } = await connect(keys.member)
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  await user.keyboard('{Enter}')
  const panel = await screen.findByRole('dialog', { name: /^#101/ })
  return { user, panel }
}

describe('the section Repository [gap G26]', () => {
  test('says what the card is made of, why it is there, and what its next move would do', async () => {
    const { panel } = await openPanel(REPOSITORY)
    const section = await within(panel).findByRole('region', { name: 'Repository' })
    const text = section.textContent ?? ''
    for (const part of [
      'fix/101 keys',
      '3e5f5a68',
      '2 days ago',
      'Ada Okafor',
      '3 commits',
      'unit failed: 3 tests failed',
      'lint passed',
      'In Main since 91ab33c5',
      'Reverted in Staging by 77c0de1f',
      'To Staging: would conflict: src/a.ts',
    ]) {
      expect(text).toContain(part)
    }
    expect(within(section).queryAllByRole('link')).toEqual([])
  })

  test.each([
    [{ placedBy: 'content', revertedBy: undefined }, 'In Main: its changes are also in 91ab33c5'],
    [{ enteredAt: daysAgo(9), revertedBy: undefined }, 'In Main for 9 days, since 91ab33c5'],
    [
      { placedBy: 'content', enteredAt: daysAgo(1), revertedBy: undefined },
      'In Main for 1 day: its changes are also in 91ab33c5',
    ],
    [{ placedBy: 'work', placedAt: undefined, revertedBy: undefined }, 'No stage has it yet.'],
    [
      { placedBy: 'unknown', revertedBy: undefined },
      'The service is still looking for its changes. It may be in another column.',
    ],
    [{ release: 'v1.4.0', revertedBy: undefined }, 'In Main since the release v1.4.0'],
    [
      { partly: [{ statusId: '3', files: ['a.ts', 'b.ts'] }] },
      'Partly in Staging, without the rest in a.ts, b.ts',
    ],
    [{ partly: [{ statusId: '3', files: [] }] }, 'Partly in Staging'],
    [{ isDeleted: true }, 'deleted'],
    [{ checks: [] }, 'None recorded'],
    [{ next: undefined }, 'Not tried yet'],
    [{ next: { statusId: '3', result: 'clean' } }, 'To Staging: ready to merge'],
  ])('with %j says %s', async (change, sentence) => {
    const { panel } = await openPanel({ ...REPOSITORY, ...change })
    const section = await within(panel).findByRole('region', { name: 'Repository' })
    expect(section.textContent).toContain(sentence)
  })

  test.each([
    [{ state: 'open', review: 'required', target: 'main' }, 'PR 128 open, needs review, into main'],
    [{ state: 'draft', review: 'none' }, 'PR 128 draft, no review'],
    [{ state: 'open', review: 'changes_requested' }, 'PR 128 open, changes requested'],
    [{ state: 'merged', review: 'approved', target: 'main' }, 'PR 128 merged, into main'],
  ])('of the pull request %j says %s', async (pull, sentence) => {
    const { panel } = await openPanel({ ...REPOSITORY, pull: { number: 128, ...pull } })
    const section = await within(panel).findByRole('region', { name: 'Repository' })
    const line = within(section).getByText('Pull request').nextElementSibling
    expect([...(line?.childNodes ?? [])].map((part) => part.textContent).join(' ')).toBe(sentence)
  })

  test('links the pull request, and each check that has a page', async () => {
    const { panel } = await openPanel({
      ...REPOSITORY,
      pull: { number: 128, state: 'open', url: 'https://git.example/pull/128' },
      checks: [{ name: 'unit', state: 'failure', url: 'https://ci.example/1', source: 'forge' }],
    })
    const section = await within(panel).findByRole('region', { name: 'Repository' })
    const links = within(section).getAllByRole<HTMLAnchorElement>('link')
    expect(links.map(({ textContent, href }) => [textContent, href])).toEqual([
      ['PR 128', 'https://git.example/pull/128'],
      ['unit', 'https://ci.example/1'],
    ])
  })

  test('says whom a card waits for that needs an approval', async () => {
    const next = { statusId: '3', result: 'review_missing' }
    const pull = { number: 128, state: 'open', review: 'required' }
    const { panel } = await openPanel({
      ...REPOSITORY,
      revertedBy: undefined,
      checks: [],
      pull,
      next,
    })
    expect(panel.textContent).toContain('Waits for an approval of pull request 128.')
    expect(panel.textContent).toContain('To Staging: its newest commit needs an approval')
  })

  test('offers nothing for the branch of a pull request from a fork, which is elsewhere', async () => {
    const web = { branch: 'https://git.example/tree/{branch}' }
    const { panel } = await openPanel({ ...REPOSITORY, branch: 'pull 15' }, web)
    const section = await within(panel).findByRole('region', { name: 'Repository' })
    expect(section.textContent).toContain('pull 15')
    expect(within(section).queryAllByRole('link')).toEqual([])
    expect(within(section).queryAllByRole('button', { name: /Copy branch/ })).toEqual([])
  })

  test('links the branch and the commits where the board says how', async () => {
    const web = {
      branch: 'https://git.example/tree/{branch}',
      commit: 'https://git.example/commit/{commit}',
    }
    const { panel } = await openPanel(REPOSITORY, web)
    const section = await within(panel).findByRole('region', { name: 'Repository' })
    const links = within(section).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://git.example/tree/fix/101%20keys',
      `https://git.example/commit/${HEAD}`,
      `https://git.example/commit/${MERGE}`,
      `https://git.example/commit/${REVERT}`,
    ])
  })

  test('links a branch whose name no URL can have', async () => {
    const web = { branch: 'https://git.example/tree/{branch}' }
    const { panel } = await openPanel({ ...REPOSITORY, branch: 'a/\ud800' }, web)
    const section = await within(panel).findByRole('region', { name: 'Repository' })
    const [link] = within(section).getAllByRole('link')
    expect(link?.getAttribute('href')).toBe('https://git.example/tree/a/%EF%BF%BD')
  })

  test('links nothing with a scheme that could run something', async () => {
    const { panel } = await openPanel(REPOSITORY, { commit: 'javascript:alert(1)//{commit}' })
    const section = await within(panel).findByRole('region', { name: 'Repository' })
    expect(within(section).queryAllByRole('link')).toEqual([])
  })

  test('isn’t there when the service says nothing of a repository', async () => {
    const { panel } = await openPanel(undefined)
    expect(within(panel).queryByRole('region', { name: 'Repository' })).toBeNull()
  })

  test('says what its next move does to other cards, also in the menu', async () => {
    const others = [
      { number: 7, effect: 'takes' },
      ...[1, 2, 3, 4, 5].map((number) => ({ number, effect: 'brings' })),
      { number: 9, effect: 'brings_part' },
      { number: 8, effect: 'eats' },
    ]
    const next = { statusId: '3', result: 'clean', others }
    const { user, panel } = await openPanel({ ...REPOSITORY, next })
    const effect = 'brings #1, #2, #3, and 2 more, too; brings a part of #9; takes #7 back'
    expect(panel.textContent).toContain(`To Staging: ready to merge; ${effect}`)
    await user.keyboard('{Escape}')
    const card = screen.getByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard('m')
    const menu = await screen.findByRole('menu', { name: /^Move #101/ })
    expect(menu.textContent).toContain(`B${effect.slice(1)}`)
  })

  test('copies the name of the branch', async () => {
    const { user, panel } = await openPanel(REPOSITORY)
    await user.click(within(panel).getByRole('button', { name: 'Copy branch fix/101 keys' }))
    expect(await navigator.clipboard.readText()).toBe('fix/101 keys')
  })

  test('shows each character of a branch, and copies it as it is', async () => {
    const branch = 'fix/\u202eexe.ma\u200bin'
    const { user, panel } = await openPanel({ ...REPOSITORY, branch })
    const shown = 'fix/<U+202E>exe.ma<U+200B>in'
    expect(within(panel).getByText(shown)).toBeTruthy()
    await user.click(within(panel).getByRole('button', { name: `Copy branch ${shown}` }))
    expect(await navigator.clipboard.readText()).toBe(branch)
  })
})

describe('a refused move [gap G26]', () => {
  const HOUR = 3_600_000
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
  const blocked = { reason: 'branch conflicts with main in a.ts', code: 'conflicts' }

  async function openRefused(refusal: object) {
    const { panel } = await openPanel({ ...REPOSITORY, refusal }, undefined, blocked)
    return panel.textContent
  }

  test('says since when, whose it was, and that it was tried again', async () => {
    const refusal = { by: 'Bo Chen', head: HEAD, at: ago(5 * HOUR), triedAt: ago(HOUR) }
    const text = await openRefused(refusal)
    expect(text).toContain('Refused 5 hours ago. Moved by Bo Chen.')
    expect(text).toContain(triedAgain('1 hour ago'))
    expect(text).not.toContain(BEFORE_LAST_PUSH)
  })

  test('says that nobody has tried it since the last push', async () => {
    const text = await openRefused({ by: 'Bo Chen', head: MERGE, at: ago(5 * HOUR) })
    expect(text).toContain(`Moved by Bo Chen. ${BEFORE_LAST_PUSH}`)
  })

  test('of a service that doesn’t say, says nothing', async () => {
    expect(await openRefused({})).not.toContain('Refused')
  })
})

describe('a card on the board [gap G26]', () => {
  const face = async () => (await screen.findByRole('article', { name: /^#101/ })).textContent

  test.each([
    ['conflicts', ATTENTION.conflicts],
    ['no_common_history', ATTENTION.unrelated],
    ['nothing_to_merge', ATTENTION.nothing],
    ['checks_red', ATTENTION.red],
    ['checks_pending', ATTENTION.running],
  ])('shows what needs attention: %s', async (result, sign) => {
    const next = { statusId: '3', result }
    const { keys } = await start(boardWith({ ...REPOSITORY, checks: [], next }))
    await connect(keys.member)
    expect(await face()).toContain(sign)
    const card = screen.getByRole('article', { name: /^#101/ })
    const described = card.getAttribute('aria-describedby')?.split(' ') ?? []
    const said = described.map((id) => document.getElementById(id)?.textContent)
    expect(said).toContain(sign)
  })

  test('shows no sign for a clean merge, and the column counts it', async () => {
    const next = { statusId: '3', result: 'clean' }
    const { keys } = await start(boardWith({ ...REPOSITORY, checks: [], next }))
    await connect(keys.member)
    for (const sign of Object.values(ATTENTION)) expect(await face()).not.toContain(sign)
    expect(await screen.findByText('2 ready')).toBeTruthy()
  })

  test('offers to move the cards that are ready, and only those, in the menu of their column', async () => {
    const { keys } = await start(boardWith(REPOSITORY))
    const { user } = await connect(keys.member)
    await user.click(await screen.findByRole('button', { name: 'Column actions for Main' }))
    await user.click(
      await screen.findByRole('menuitem', { name: 'Move the ready card to Staging' }),
    )
    const dialog = await screen.findByRole('dialog', { name: 'Move 1 card to Staging' })
    await user.click(within(dialog).getByRole('button', { name: 'Move 1 card to Staging' }))
    const sent = () => requests.filter((request) => request.startsWith('PATCH'))
    await waitFor(() => expect(sent()).toEqual(['PATCH /v1/cards/102']))
  })

  test('shows no sign that belongs to the column before', async () => {
    const next = { statusId: '2', result: 'conflicts' }
    const { keys } = await start(boardWith({ ...REPOSITORY, next }))
    await connect(keys.member)
    expect(await face()).not.toContain(ATTENTION.conflicts)
  })

  test('says in the menu what a move would run into, and still allows it', async () => {
    const { keys } = await start(boardWith(REPOSITORY))
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard('m')
    const item = await screen.findByRole('menuitem', { name: /Staging/ })
    expect(screen.getByText('Would conflict: src/a.ts')).toBeTruthy()
    expect(item.getAttribute('aria-disabled')).not.toBe('true')
  })

  test('is filtered by its state, with a chip and in the URL', async () => {
    const { keys } = await start(boardWith(REPOSITORY))
    const { user } = await connect(keys.member)
    await screen.findByRole('article', { name: /^#102/ })
    await user.click(screen.getByRole('button', { name: /^Filter( \d|$)/ }))
    const untried = stateName('untried')
    await user.click(await screen.findByRole('menuitemcheckbox', { name: RegExp(untried) }))
    await waitFor(() => expect(screen.queryByRole('article', { name: /^#102/ })).toBeNull())
    expect(screen.getByRole('article', { name: /^#101/ })).toBeTruthy()
    expect(window.location.search).toContain('state=untried')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: `Remove filter ${untried}` }))
    expect(await screen.findByRole('article', { name: /^#102/ })).toBeTruthy()
  })
})

describe('the next move', () => {
  const nextButton = (panel: HTMLElement) =>
    within(panel).queryByRole('button', { name: /^Move to [^…]/ })

  test('is a button of the panel, also of a card that is ready', async () => {
    const next = { statusId: '3', result: 'clean' }
    const { user, panel } = await openPanel({ ...REPOSITORY, next })
    const button = nextButton(panel)
    expect(button?.dataset.kind).toBe('primary')
    if (button) await user.click(button)
    await waitFor(() =>
      expect(requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(1),
    )
  })

  test('says what would be in its way', async () => {
    const next = { statusId: '3', result: 'conflicts', detail: 'in a.ts' }
    const { panel } = await openPanel({ ...REPOSITORY, next })
    const button = nextButton(panel)
    expect(button?.dataset.kind).toBe('plain')
    const reason = document.getElementById(button?.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe(`${ATTENTION.conflicts}: in a.ts`)
  })
})

test('ready cards are found in the palette by “promote”, and named before they move', async () => {
  const { keys } = await start(boardWith(REPOSITORY))
  const { user } = await connect(keys.maintainer)
  await screen.findByRole('article', { name: /^#102/ })
  await waitFor(() => expect(document.documentElement.hasAttribute('data-answers')).toBe(true))
  await user.keyboard('{Control>}k{/Control}')
  const palette = await screen.findByRole('dialog', { name: 'Command palette' })
  await user.keyboard('promote')
  await user.click(await within(palette).findByRole('option', { name: /^Move the ready card to / }))
  const dialog = await screen.findByRole('dialog', { name: /^Move 1 card to / })
  within(dialog).getByText(/^#102 /)
})

describe('moving back on a board over a repository', () => {
  const patches = () => requests.filter((request) => request.startsWith('PATCH /v1/cards'))

  test('asks first, names the stages that get a commit, and keeps the card when canceled', async () => {
    const { keys } = await start(boardWith(REPOSITORY))
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard('[[')
    const title = moveBackTitle('#101 Rotate keys', 'Work')
    const dialog = await screen.findByRole('alertdialog', { name: title })
    expect(dialog.textContent).toContain(moveBackEffect(['Main']))
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(patches()).toEqual([])
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('data-card-number')).toBe('101'),
    )
    await user.keyboard('[[')
    await user.click(await screen.findByRole('button', { name: 'Move back' }))
    await waitFor(() => expect(patches()).toEqual(['PATCH /v1/cards/101']))
  })

  test('isn’t sent when the role is too low for a column that the card leaves', async () => {
    const { keys } = await start(boardWith(REPOSITORY, undefined, { roleOfMain: 'maintainer' }))
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard('[[')
    const reason = changesToo('Main', needsRole('maintainer', 'member'))
    expect((await screen.findAllByText(reason, { exact: false })).length).toBeGreaterThan(0)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(patches()).toEqual([])
  })

  test('stops asking when the board closes, so that the shortcuts of the page work again', async () => {
    const { keys } = await start(boardWith(REPOSITORY))
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard('[[')
    await screen.findByRole('alertdialog')
    const [key] = useKeysStore.getState().keys
    await act(() => removeKey(key?.id ?? ''))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(useDialogStore.getState().dialog.type).toBe('none'))
  })

  test('asks nothing when the service says nothing of a repository', async () => {
    const { keys } = await start(boardWith(undefined))
    const { user } = await connect(keys.member)
    const card = await screen.findByRole('article', { name: /^#101/ })
    card.focus()
    await user.keyboard('[[')
    await waitFor(() => expect(patches()).toEqual(['PATCH /v1/cards/101']))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

test('a locked column says why, for every role', async () => {
  const reason = 'Nobody moves a card here: a release does.'
  const { keys } = await start(
    http.get('*/v1/board', () =>
      HttpResponse.json({
        columns: [
          {
            statusId: '1',
            name: 'Staging',
            kind: 'stage',
            minRole: 'viewer',
            tasks: [{ id: '1', number: 101, title: 'Rotate keys', statusId: '1', labels: [] }],
          },
          {
            statusId: '2',
            name: 'Released',
            kind: 'stage',
            minRole: 'viewer',
            lockedReason: reason,
            tasks: [],
          },
        ],
      }),
    ),
  )
  const { user } = await connect(keys.maintainer)
  const card = await screen.findByRole('article', { name: /^#101/ })
  card.focus()
  await user.keyboard('m')
  expect(await screen.findAllByText(reason)).not.toHaveLength(0)
})
