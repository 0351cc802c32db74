import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { defaultConfig } from '#service/repository/config/board-config.ts'
import { Git, GitError, type GitOptions } from '#service/repository/git/git.ts'
import { readRefs } from '#service/repository/git/read-refs.ts'
import { readRepository } from '#service/repository/sync/read-repository.ts'
import { openDatabase } from '#service/store/open-database.ts'
import { createRepository, type GitRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'

const text = messages.repository
const STAGES = ['main', 'staging', 'production']

interface Killed {
  repository: GitRepository
  data: string
  secret: string
  old: string[]
  merges: string[]
  state: () => Promise<{ intent: string | undefined; plans: number }>
}

/** As if the service was killed during a promotion through three stages, so many hours ago. */
async function killDuringPromotion(
  hoursAgo = 0,
  publishing: { process?: string; recorded_at?: string } = {},
): Promise<Killed> {
  const repository = createRepository()
  repository.commit('card/1', { 'one.txt': '1' })
  const head = repository.head('card/1')
  const { data, secret, ...board } = await openRepositoryBoard(repository.path)
  await board.close()
  const old = STAGES.map((name) => repository.head(name))
  const merges = STAGES.map((name) => {
    const tree = repository.git('rev-parse', `${head}^{tree}`)
    return repository.git('commit-tree', tree, '-p', name, '-p', head, '-m', `Merge into ${name}`)
  })
  const open = () => openDatabase({ type: 'directory', path: data, exclusive: false })
  const database = await open()
  const id = randomUUID()
  const { db } = database
  const card = await db.selectFrom('cards').selectAll().executeTakeFirstOrThrow()
  await db
    .insertInto('move_intents')
    .values({
      id,
      board_id: card.board_id,
      card_id: card.id,
      from_stage_id: card.stage_id,
      to_stage_id: card.stage_id,
      actor: 'x',
      state: 'pending',
      created_at: new Date(Date.now() - hoursAgo * 3_600_000 - 1).toISOString(),
    })
    .execute()
  const rows = STAGES.map((name, index) => ({
    intent_id: id,
    ref: `refs/heads/${name}`,
    old_commit: old[index] ?? '',
    new_commit: merges[index] ?? '',
    ...publishing,
  }))
  await db.insertInto('ref_updates').values(rows).execute()
  await database.close()
  const state = async () => {
    const again = await open()
    const intent = await again.db.selectFrom('move_intents').selectAll().executeTakeFirst()
    const plans = await again.db.selectFrom('ref_updates').selectAll().execute()
    await again.close()
    return { intent: intent?.state, plans: plans.length }
  }
  return { repository, data, secret, old, merges, state }
}

async function restart({ repository, data, secret }: Killed, choices = {}) {
  const board = await openRepositoryBoard(repository.path, choices, { data, secret })
  const [card] = await board.cards()
  const { problems } = board
  return { board, column: card?.column, problems: problems() }
}

const headsOf = ({ repository }: Killed) => STAGES.map((name) => repository.head(name))

describe('a start after a kill', () => {
  test.each([0, 1, 2, 3])(
    'finishes a promotion of which %i of 3 branches were moved',
    async (moved) => {
      const killed = await killDuringPromotion()
      for (const [index, name] of STAGES.slice(0, moved).entries()) {
        killed.repository.git('update-ref', `refs/heads/${name}`, killed.merges[index] ?? '')
      }
      const { board, column } = await restart(killed)
      expect(headsOf(killed)).toEqual(killed.merges)
      expect(column).toBe('Production')
      await board.close()
      expect(await killed.state()).toEqual({ intent: 'promoted', plans: 0 })
    },
  )

  test('leaves it to another process that may be at it, for a minute', async () => {
    const now = new Date()
    const publishing = { process: `${process.ppid}@${hostname()}`, recorded_at: now.toISOString() }
    const killed = await killDuringPromotion(0, publishing)
    const { board, column } = await restart(killed)
    expect(headsOf(killed)).toEqual(killed.old)
    expect(column).toBe('Work')
    expect(await killed.state()).toEqual({ intent: 'pending', plans: 3 })
    vi.useFakeTimers({ toFake: ['Date'], now: now.getTime() + 61_000 })
    onTestFinished(() => void vi.useRealTimers())
    killed.repository.git('update-ref', 'refs/heads/main', killed.merges[0] ?? '')
    expect((await board.card(1))?.column).toBe('Production')
    expect(headsOf(killed)).toEqual(killed.merges)
    await board.close()
  })

  test.each(['999999999', String(process.pid)])(
    'doesn’t wait for a process that has ended, or had the same number: %s',
    async (pid) => {
      const recorded_at = new Date().toISOString()
      const killed = await killDuringPromotion(0, { process: `${pid}@${hostname()}`, recorded_at })
      killed.repository.git('update-ref', 'refs/heads/main', killed.merges[0] ?? '')
      const { board } = await restart(killed)
      expect(headsOf(killed)).toEqual(killed.merges)
      await board.close()
    },
  )

  test('finishes it also hours later', async () => {
    const killed = await killDuringPromotion(30)
    killed.repository.git('update-ref', 'refs/heads/main', killed.merges[0] ?? '')
    const { board } = await restart(killed)
    expect(headsOf(killed)).toEqual(killed.merges)
    await board.close()
  })

  test('undoes it when somebody has moved a branch elsewhere', async () => {
    const killed = await killDuringPromotion()
    killed.repository.git('update-ref', 'refs/heads/main', killed.merges[0] ?? '')
    const pushed = killed.repository.commit('staging', { 'pushed.txt': '1' })
    const { board, column } = await restart(killed)
    expect(headsOf(killed)).toEqual([killed.old[0], pushed, killed.old[2]])
    expect(column).toBe('Work')
    await board.close()
    expect(await killed.state()).toEqual({ intent: 'abandoned', plans: 0 })
  })

  test('leaves it alone when somebody has pushed on top', async () => {
    const killed = await killDuringPromotion()
    for (const [index, name] of STAGES.entries()) {
      killed.repository.git('update-ref', `refs/heads/${name}`, killed.merges[index] ?? '')
    }
    const pushed = killed.repository.commit('main', { 'pushed.txt': '1' })
    const { board, column } = await restart(killed)
    expect(headsOf(killed)).toEqual([pushed, ...killed.merges.slice(1)])
    expect(column).toBe('Production')
    await board.close()
  })

  test('removes only the locks that the promotion left', async () => {
    const killed = await killDuringPromotion()
    const lock = (name: string) => join(killed.repository.path, '.git', `${name}.lock`)
    killed.repository.git('symbolic-ref', 'HEAD', 'refs/heads/main')
    killed.repository.git('config', 'core.bare', 'true')
    writeFileSync(lock('HEAD'), '')
    writeFileSync(lock('refs/heads/main'), `${killed.merges[0]}\n`)
    writeFileSync(lock('refs/heads/card'), 'of somebody else')
    const { board, column } = await restart(killed)
    expect(column).toBe('Production')
    expect(
      ['HEAD', 'refs/heads/main', 'refs/heads/card'].map((name) => existsSync(lock(name))),
    ).toEqual([false, false, true])
    await board.close()
  })

  test('keeps the plan while the lock of somebody else is in the way, and moves nothing', async () => {
    const killed = await killDuringPromotion()
    killed.repository.git('update-ref', 'refs/heads/main', killed.merges[0] ?? '')
    const lock = join(killed.repository.path, '.git/refs/heads/staging.lock')
    writeFileSync(lock, 'of somebody else')
    const { board, problems } = await restart(killed)
    expect(problems).toEqual([text.unfinished(join(killed.repository.path, '.git'))])
    expect((await board.move(1, 'Production')).body.code).toBe('repository_unfinished')
    expect(await killed.state()).toMatchObject({ plans: 3 })
    rmSync(lock)
    await board.move(1, 'Production')
    expect(headsOf(killed)).toEqual(killed.merges)
    expect((await board.card(1))?.column).toBe('Production')
    await board.close()
  })

  test('updates the files of a work tree that follows its branch', async () => {
    const killed = await killDuringPromotion()
    const { repository } = killed
    repository.git('checkout', '--quiet', 'main')
    repository.git('update-ref', 'refs/heads/main', killed.merges[0] ?? '')
    const { board } = await restart(killed, { updateWorkTree: true })
    expect(repository.git('status', '--porcelain')).toBe('')
    expect(existsSync(join(repository.path, 'one.txt'))).toBe(true)
    await board.close()
  })
})

describe('a work tree that may follow its branch', () => {
  test.each(['a file that git doesn’t know', 'a locked index'])(
    'keeps all as it was with %s in the way',
    async (obstacle) => {
      const repository = createRepository()
      repository.commit('card/1', { 'one.txt': '1' })
      repository.git('checkout', '--quiet', 'main')
      const file = obstacle === 'a locked index' ? '.git/index.lock' : 'one.txt'
      writeFileSync(join(repository.path, file), 'not git’s')
      const board = await openRepositoryBoard(repository.path, { updateWorkTree: true })
      const before = repository.head('main')
      const { status, body } = await board.move(1, 'Main')
      const isLock = obstacle === 'a locked index'
      const detail = isLock
        ? text.locked(join(repository.path, file))
        : text.workTreeDirty('main', repository.path)
      expect([status, body.code, body.detail]).toEqual([409, 'branch_checked_out', detail])
      expect(repository.head('main')).toBe(before)
      await board.close()
    },
  )
})

/** Fails for one command at once, and is slow with the others. */
class FailingGit extends Git {
  override async run(args: readonly string[], options?: GitOptions) {
    if (args[0] === 'rev-list') return { code: -1, stdout: '', stderr: 'stopped' }
    await new Promise((resolve) => setTimeout(resolve, 20))
    return super.run(args, options)
  }
}

test('a git command that fails beside slower ones fails the sync, and not the service', async () => {
  const repository = createRepository()
  repository.commit('card/1', { 'one.txt': '1' })
  repository.git('branch', '--force', 'main', 'card/1')
  const git = new FailingGit(join(repository.path, '.git'))
  const { refs } = await readRefs(git)
  const unhandled: unknown[] = []
  const record = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', record)
  const config = defaultConfig('main', new Set(STAGES))
  const reading = readRepository(git, config, { refs, tags: new Map() }, [], new Map())
  await expect(reading).rejects.toThrow(GitError)
  process.off('unhandledRejection', record)
  expect(unhandled).toEqual([])
})
