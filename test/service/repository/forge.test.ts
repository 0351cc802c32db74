import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { listAudit } from '#service/boards/list-boards.ts'
import { FORGE_KINDS } from '#service/forge/forge.ts'
import { messages } from '#service/messages/messages.ts'
import { openDatabase } from '#service/store/open-database.ts'
import { createChecked } from '#test/support/checked-repository.ts'
import type { Fault } from '#test/support/forges/fake-forge.ts'
import { openForgeBoard, signedHook } from '#test/support/forges/forge-board.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'

const GREEN = [{ name: 'build', state: 'success' }] as const

describe.each(FORGE_KINDS)('with %s, a card', (kind) => {
  test('shows its pull request and the results of its checks', async () => {
    const results = [
      { name: 'build', state: 'success', url: 'https://ci.example/1' },
      { name: 'unit', state: 'failure', detail: '3 tests failed' },
    ] as const
    const { board } = await openForgeBoard({}, { kind, isReviewAsked: true, results })
    const { pull, checks, next } = (await board.evidence(7)) ?? {}
    expect(pull).toMatchObject({ number: 128, state: 'open', review: 'required', target: 'main' })
    expect(pull?.url).toContain('https://forge.example/team/app/')
    // The worst first.
    expect(checks).toEqual([
      { name: 'unit', state: 'failure', detail: '3 tests failed', source: 'forge' },
      { name: 'build', state: 'success', url: 'https://ci.example/1', source: 'forge' },
    ])
    // Without `checks.forge`, they don't count.
    expect(next?.result).toBe('clean')
    expect((await board.card(7))?.title).toBe('Rotate the tokens')
    await board.close()
  })
})

describe('with checks.forge, a move', () => {
  const COUNTING = { forge: true }

  test('passes with a green result, and is refused with a red one', async () => {
    const results = [{ name: 'build', state: 'failure', detail: '3 tests failed' }] as const
    const { board, forge, head } = await openForgeBoard(COUNTING, { results })
    expect((await board.evidence(7))?.next).toMatchObject({ result: 'checks_red', detail: 'build' })
    const { status, body } = await board.move(7, 'Main')
    expect([status, body.refusal, body.reason]).toEqual([
      409,
      'checks_red',
      messages.repository.checkRed('build', '3 tests failed'),
    ])
    forge.results.set(head, [...GREEN])
    expect((await board.move(7, 'Main')).status).toBe(200)
    await board.close()
  })

  test.each([
    ['without any result', undefined, []],
    ['with skipped checks only', [{ name: 'docs', state: 'skipped' }] as const, []],
    ['with one that runs', [...GREEN, { name: 'unit', state: 'pending' }] as const, ['unit']],
  ])('waits %s: the card isn’t blocked', async (_, results, names) => {
    const { board } = await openForgeBoard(COUNTING, { results })
    const { status, body } = await board.move(7, 'Main')
    expect([status, body.code, body.detail]).toEqual([
      409,
      'checks_running',
      messages.repository.checksPending(names),
    ])
    expect(await board.card(7)).toMatchObject({ column: 'Work', blocked: undefined })
    const said = names.length > 0 ? 'checks_pending' : 'checks_missing'
    expect((await board.evidence(7))?.next?.result).toBe(said)
    await board.close()
  })

  test('waits for each required check, from a note or from the forge', async () => {
    const required = ['build', 'unit']
    const { board, note } = await openForgeBoard({ ...COUNTING, required }, { results: GREEN })
    const { body } = await board.move(7, 'Main')
    expect(body.detail).toBe(messages.repository.checksPending(['unit']))
    note('unit: success')
    expect((await board.move(7, 'Main')).status).toBe(200)
    await board.close()
  })

  test('counts only the newest commit: results of an older one are none', async () => {
    const { board, forge, repository } = await openForgeBoard(COUNTING, { results: GREEN })
    expect((await board.evidence(7))?.next?.result).toBe('clean')
    // Somebody pushes between the result and the move.
    const newer = repository.commit('card/7', { 'eight.txt': '8' }, { from: 'card/7' })
    expect((await board.move(7, 'Main')).body.code).toBe('checks_running')
    forge.results.set(newer, [...GREEN])
    expect((await board.move(7, 'Main')).status).toBe(200)
    await board.close()
  })

  test('waits while the pull request is a draft', async () => {
    const { board, forge } = await openForgeBoard(COUNTING, { state: 'draft', results: GREEN })
    expect((await board.evidence(7))?.next?.result).toBe('draft')
    expect((await board.move(7, 'Main')).body).toMatchObject({
      code: 'pull_draft',
      detail: messages.forge.draft,
    })
    for (const pull of forge.pulls) pull.state = 'open'
    expect((await board.move(7, 'Main')).status).toBe(200)
    await board.close()
  })

  test.each<Fault>(['unauthorized', 'limited', 'missing', 'broken', 'half', 'garbled'])(
    'fails closed when the forge is %s, and the board stays readable',
    async (fault) => {
      const { board, forge } = await openForgeBoard(COUNTING, { results: GREEN })
      forge.fault = fault
      const reopened = await openRepositoryBoard(board.repositories.boards[0]?.source ?? '', {
        forge: { ...forge.choice, hookSecret: undefined },
      })
      const { status, body } = await reopened.move(7, 'Main')
      expect([status, body.code]).toEqual([503, 'forge_unreachable'])
      expect(body.detail).not.toContain(forge.choice.token)
      expect(await reopened.card(7)).toMatchObject({ column: 'Work', blocked: undefined })
      await reopened.close()
      await board.close()
    },
  )

  test('fails closed when the service was started without a forge', async () => {
    const { board } = await openForgeBoard(COUNTING)
    const source = board.repositories.boards[0]?.source ?? ''
    const without = await openRepositoryBoard(source)
    const { status, body } = await without.move(7, 'Main')
    expect([status, body.code, body.detail]).toEqual([
      503,
      'forge_unreachable',
      messages.forge.notConfigured,
    ])
    await without.close()
    await board.close()
  })
})

describe('with review: approved, a move', () => {
  const REVIEWED = { review: 'approved' }
  const says = (says: 'yes' | 'no', commit: string) => ({ person: 1, says, commit })

  test('waits for an approval of the newest commit', async () => {
    const { board, forge, head } = await openForgeBoard(REVIEWED)
    const [pull] = forge.pulls
    if (!pull) throw new Error('no pull request')
    const refused = {
      code: 'review_missing',
      detail: messages.forge.reviewMissing({ number: 128, review: 'none' }),
    }
    expect((await board.evidence(7))?.next?.result).toBe('review_missing')
    expect((await board.move(7, 'Main')).body).toMatchObject(refused)
    pull.reviews = [says('yes', 'f'.repeat(40))]
    expect((await board.move(7, 'Main')).body).toMatchObject(refused)
    pull.reviews = [says('no', head)]
    expect((await board.move(7, 'Main')).body.detail).toBe(
      messages.forge.reviewMissing({ number: 128, review: 'changes_requested' }),
    )
    pull.reviews = [says('no', head), says('yes', head)]
    expect((await board.move(7, 'Main')).status).toBe(200)
    expect(await board.card(7)).toMatchObject({ column: 'Main', blocked: undefined })
    await board.close()
  })

  test('waits for a pull request', async () => {
    const { board, forge } = await openForgeBoard(REVIEWED)
    forge.pulls = []
    const { status, body } = await board.move(7, 'Main')
    expect([status, body.code, body.detail]).toEqual([
      409,
      'review_missing',
      messages.forge.reviewMissing(undefined),
    ])
    await board.close()
  })

  test('needs the approval also of a commit that was pushed after it', async () => {
    const { board, forge, head, repository } = await openForgeBoard(REVIEWED)
    const [pull] = forge.pulls
    if (!pull) throw new Error('no pull request')
    pull.reviews = [says('yes', head)]
    repository.commit('card/7', { 'eight.txt': '8' }, { from: 'card/7' })
    // The forge hasn't seen the push yet.
    expect((await board.move(7, 'Main')).body.code).toBe('review_missing')
    await board.close()
  })
})

test('a web hook brings news at once', async () => {
  const { board, forge, head, wake } = await openForgeBoard({ forge: true })
  expect((await board.evidence(7))?.checks).toEqual([])
  forge.results.set(head, [...GREEN])
  forge.pulls = forge.pulls.map((pull) => ({ ...pull, state: 'draft' }))
  await wake(head)
  const { checks, pull } = (await board.evidence(7)) ?? {}
  expect([checks?.[0]?.state, pull?.state]).toEqual(['success', 'draft'])
  await board.close()
})

test('how a pull request has ended stays with its card, also after a restart', async () => {
  const { board, forge, wake, repository } = await openForgeBoard({})
  expect((await board.evidence(7))?.pull?.state).toBe('open')
  forge.pulls = forge.pulls.map((pull) => ({ ...pull, state: 'merged' }))
  await wake()
  expect((await board.evidence(7))?.pull?.state).toBe('merged')
  const { data, secret, databaseUrl } = board
  await board.close()
  forge.pulls = []
  const again = await openRepositoryBoard(
    repository.path,
    { forge: forge.choice },
    { data, secret, databaseUrl },
  )
  expect((await again.evidence(7))?.pull?.state).toBe('merged')
  await again.close()
})

test('a title that a branch describes isn’t taken from its pull request', async () => {
  const { board, forge, wake, repository, head } = await openForgeBoard({}, { branch: 'other' })
  repository.git('config', 'branch.card/7.description', 'As the team calls it')
  const title = (await board.card(7))?.title
  forge.pulls = forge.pulls.map((pull) => ({ ...pull, branch: 'card/7', head }))
  await wake()
  expect((await board.evidence(7))?.pull?.number).toBe(128)
  expect((await board.card(7))?.title).toBe(title)
  await board.close()
})

test('links lead to the forge, where .board.json names none', async () => {
  const { repository } = createChecked({})
  // Nobody answers there.
  const site = new URL('https://127.0.0.1:1/')
  const choice = { kind: 'gitea', site, project: 'team/app', token: undefined } as const
  const board = await openRepositoryBoard(repository.path, {
    forge: { ...choice, hookSecret: undefined },
  })
  const { web } = await (await board.call('GET', '/v1/board')).json()
  expect(web).toEqual({
    branch: 'https://127.0.0.1:1/team/app/src/branch/{branch}',
    commit: 'https://127.0.0.1:1/team/app/commit/{commit}',
  })
  await board.close()
})

test('a start says what it can’t tell of the forge', async () => {
  const { repository } = createChecked({})
  const open = (given: { site?: URL; project?: string }, sources = [repository.path]) => {
    const choice = { kind: 'github', site: undefined, project: undefined, token: 'secret' } as const
    return openRepositoryBoard(sources, { forge: { ...choice, ...given, hookSecret: undefined } })
  }
  const { forge } = messages
  const site = new URL('https://127.0.0.1:1/')
  await expect(open({ project: 'team/app' })).rejects.toThrow('--forge-url')
  await expect(open({ site })).rejects.toThrow('--forge-project')
  repository.git('remote', 'add', 'origin', 'http://git.example/team/app.git')
  // A token must not be sent like that.
  await expect(open({})).rejects.toThrow('by http')
  const other = createChecked({}).repository
  repository.git('remote', 'set-url', 'origin', 'https://a.example/team/app.git')
  other.git('remote', 'add', 'origin', 'https://b.example/team/app.git')
  const both = [repository.path, other.path]
  await expect(open({}, both)).rejects.toThrow(forge.severalHosts)
  await expect(open({ site, project: 'team/app' }, both)).rejects.toThrow(forge.severalProjects)
})

describe('what is known of the forge', () => {
  test('is unknown while it can’t be read, and never green', async () => {
    const { board, forge } = await openForgeBoard({ forge: true }, { results: GREEN })
    expect((await board.evidence(7))?.next?.result).toBe('clean')
    forge.fault = 'broken'
    // Two looks.
    for (const id of ['1', '2']) {
      board.receiveHook?.(signedHook('github', id))
      await new Promise((resolve) => setTimeout(resolve, 1_100))
    }
    await board.repositories.previewed()
    const { checks, next } = (await board.evidence(7)) ?? {}
    expect([checks?.[0]?.state, next?.result]).toEqual(['success', 'checks_unknown'])
    expect(board.problems().join()).toContain('Pull requests and results of checks')
    await board.close()
  })

  test('is what was read last after a restart, and disproves no refusal', async () => {
    const results = [{ name: 'build', state: 'failure' }] as const
    const { board, forge, note, repository } = await openForgeBoard({ forge: true }, { results })
    note('unit: success')
    expect((await board.move(7, 'Main')).body.refusal).toBe('checks_red')
    await board.repositories.previewed()
    const { data, secret, databaseUrl } = board
    await board.close()
    forge.fault = 'broken'
    const choice = { forge: forge.choice }
    const again = await openRepositoryBoard(repository.path, choice, { data, secret, databaseUrl })
    const { checks, next } = (await again.evidence(7)) ?? {}
    expect([checks?.[0]?.name, next?.result]).toEqual(['build', 'checks_red'])
    expect(await again.blocked(7)).toContain('build')
    await again.close()
  })

  test('a note alone is never green where the forge counts', async () => {
    const { board, note } = await openForgeBoard({ forge: true }, { results: [] })
    note('unit: success')
    expect((await board.move(7, 'Main')).body.code).toBe('checks_running')
    await board.close()
  })

  test('is asked for again by a move: what it says is on the card', async () => {
    const { board, forge, head } = await openForgeBoard({ forge: true }, { results: GREEN })
    expect((await board.evidence(7))?.checks[0]?.state).toBe('success')
    forge.results.set(head, [{ name: 'build', state: 'failure' }])
    for (const pull of forge.pulls) pull.state = 'draft'
    expect((await board.move(7, 'Main')).body.refusal).toBe('checks_red')
    const { checks, pull } = (await board.evidence(7)) ?? {}
    expect([checks?.[0]?.state, pull?.state]).toEqual(['failure', 'draft'])
    await board.close()
  })

  test('one commit that can’t be read doesn’t keep others from being read', async () => {
    const { board, forge, head, repository, wake } = await openForgeBoard({})
    const other = repository.commit('card/8', { 'eight.txt': '8' })
    // A name that is no text.
    forge.results.set(head, [{ name: 7 as unknown as string, state: 'success' }])
    forge.results.set(other, [...GREEN])
    await board.load()
    await wake(other, head)
    // The card 7 comes first.
    expect((await board.evidence(7))?.checks).toEqual([])
    expect((await board.evidence(8))?.checks[0]?.state).toBe('success')
    await board.close()
  })

  test('of a card whose branch was deleted stays', async () => {
    const { board, repository, wake } = await openForgeBoard({ forge: true }, { results: GREEN })
    expect((await board.move(7, 'Main')).status).toBe(200)
    repository.git('branch', '-D', 'card/7')
    await board.load()
    await wake()
    const { checks, next } = (await board.evidence(7)) ?? {}
    expect([checks?.[0]?.state, next?.result]).toEqual(['success', 'clean'])
    await board.close()
  })
})

test('what was asked more than a minute ago decides on nothing', async () => {
  const { board, forge, head } = await openForgeBoard({ forge: true }, { results: GREEN })
  const now = performance.now.bind(performance)
  let asked = 0
  // The move waits for its turn in the queue.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    const isAfter = forge.requests.slice(asked).some((path) => path.includes(head))
    return now() + (isAfter ? 61_000 : 0)
  })
  await board.repositories.previewed()
  asked = forge.requests.length
  const { status, body } = await board.move(7, 'Main')
  clock.mockRestore()
  expect([status, body.code, body.detail]).toEqual([
    503,
    'forge_unreachable',
    messages.forge.notCounted(messages.forge.tooOld),
  ])
  await board.close()
})

test('an approval counts for the branch that the pull request changes', async () => {
  const given = { target: 'staging', approvedBy: [1] }
  const { board, forge } = await openForgeBoard({ review: 'approved' }, given)
  expect((await board.evidence(7))?.next?.result).toBe('review_missing')
  expect((await board.move(7, 'Main')).body).toMatchObject({
    code: 'review_missing',
    detail: messages.forge.reviewMissing(undefined),
  })
  // What was merged there was reviewed for it, and counts in later columns.
  for (const pull of forge.pulls) Object.assign(pull, { target: 'main', state: 'merged' })
  expect((await board.move(7, 'Main')).status).toBe(200)
  await board.close()
})

/** The store of a board that runs. */
function openStoreOf({
  data: path,
  databaseUrl: url,
}: {
  data: string
  databaseUrl?: string | undefined
}) {
  return openDatabase(
    url ? { type: 'postgres', url } : { type: 'directory', path, exclusive: false },
  )
}

test('the audit says what a move rested on', async () => {
  const checks = { forge: true, review: 'approved' }
  const { board } = await openForgeBoard(checks, { results: GREEN, approvedBy: [1] })
  expect((await board.move(7, 'Main')).status).toBe(200)
  const store = await openStoreOf(board)
  const lines = await listAudit(store, Number(board.boardIds[0]))
  await store.close()
  const detail = 'Work > Main (pull request 128, review: approved; build: success)'
  expect(lines.filter(({ action }) => action === 'card.move')).toMatchObject([{ detail }])
  await board.close()
})

test('what the card waits for doesn’t block it after a check command either', async () => {
  const end = join(mkdtempSync(join(tmpdir(), 'command-')), 'end')
  const command = ['sh', '-c', `until test -e ${end}; do sleep 0.1; done`]
  const checks = { forge: true, command }
  const given = { allowCheckCommand: true, results: GREEN }
  const { board, forge } = await openForgeBoard(checks, given)
  expect((await board.move(7, 'Main')).status).toBe(202)
  for (const pull of forge.pulls) pull.state = 'draft'
  const store = await openStoreOf(board)
  const states = async () => {
    const rows = await store.reader.selectFrom('move_intents').select('state').execute()
    return rows.map(({ state }) => state)
  }
  expect(await states()).toEqual(['pending'])
  writeFileSync(end, '')
  await expect.poll(states, { timeout: 60_000 }).toEqual(['abandoned'])
  await store.close()
  expect(await board.card(7)).toMatchObject({ column: 'Work', blocked: undefined })
  await board.close()
})

test('a web hook that comes while the same commit is read isn’t lost', async () => {
  const { board, forge, head } = await openForgeBoard({}, { results: GREEN })
  await board.evidence(7)
  const hook = () => board.receiveHook?.(signedHook('github', JSON.stringify({ sha: head })))
  const sent = new Promise<void>((resolve) => {
    let isAnswered = false
    forge.beforeReply = async (path) => {
      if (isAnswered || !path.includes('check-runs')) return
      isAnswered = true
      // One each second is taken at once.
      await new Promise((wait) => setTimeout(wait, 1_200))
      // What is answered is older than this.
      forge.results.set(head, [{ name: 'build', state: 'failure' }])
      hook()
      resolve()
    }
  })
  hook()
  await sent
  expect((await board.evidence(7))?.checks[0]?.state).toBe('failure')
  await board.close()
})
