import { existsSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RefusalCode } from '#contract/card-values.ts'
import type { FileCard } from '../boards/board-file.ts'
import { messages } from '../messages/messages.ts'
import { runProcess } from '../processes/run-process.ts'
import { readNote } from '../repository/checks/check-notes.ts'
import { commitChecks } from '../repository/checks/commit-checks.ts'
import type { Rule } from '../repository/config/board-config.ts'
import { branchOfCard, saveRefusedMove } from '../repository/config/repository-rows.ts'
import { FactFinder } from '../repository/contents/find-facts.ts'
import { Git, gitEnvironment, isGitUsable } from '../repository/git/git.ts'
import { openRepository } from '../repository/git/open-repository.ts'
import { readRefs } from '../repository/git/read-refs.ts'
import type { Repository } from '../repository/git/repository.ts'
import { planPromotion, refusalOf } from '../repository/promotion/plan-promotion.ts'
import { BoardStore } from '../store/board-store.ts'
import type { BoardWriter } from '../store/board-writer.ts'
import type { Database } from '../store/open-database.ts'
import { demoHistory } from './demo-history.ts'
import { MAIN_BOARD, readMainBoard } from './seed-demo.ts'

const PLAN_TIMEOUT_MS = 30_000

/** Branches of the columns after the first, in flow order. */
const STAGES = ['main', 'review', 'verified', 'staging', 'released']

const NOTES = 'refs/notes/checks'

/** The releases stand for the last column: nobody moves a card there. */
const RELEASE_TAGS = 'v*'

/**
 * Makes the main board of a new demo one over a real repository in the data directory. Returns its
 * path, or undefined when the board has none.
 */
export async function openDemoRepository(
  database: Database,
  data: string,
  isNew: boolean,
): Promise<string | undefined> {
  const path = join(data, 'demo-repository.git')
  if (!(await isGitUsable())) return undefined
  const isAttached = await hasRepository(database)
  if (!isNew && !(isAttached && existsSync(path))) return undefined
  if (!isAttached) {
    rmSync(path, { recursive: true, force: true })
    const { cards, columns } = readMainBoard()
    const config = {
      columns: columns.map(({ name, minRole }, index) => {
        return { name, minRole, rule: ruleOf(STAGES[index - 1], index === STAGES.length) }
      }),
      cards: { branches: ['card/*'] },
      checks: { notes: NOTES },
    }
    await importHistory(path, demoHistory(cards, columns, STAGES, config))
    await revertLast(new Git(path), 'main')
    await attach(database, path, cards)
    await blockCards(database, await openRepository(path, data), cards)
  }
  const source = realpathSync(path)
  // The data directory can be moved.
  await database.db
    .updateTable('repositories')
    .set({ source })
    .where('board_id', '=', MAIN_BOARD)
    .execute()
  return source
}

function ruleOf(branch: string | undefined, isLast: boolean): Rule {
  if (branch === undefined) return 'work'
  return isLast ? { tag: RELEASE_TAGS } : { branch }
}

/** Takes the newest merge back, as `git revert` does. */
async function revertLast(git: Git, branch: string): Promise<void> {
  const [merge = '', before = ''] = (await git.read(['rev-parse', branch, `${branch}^1`])).split(
    '\n',
  )
  const subject = (await git.read(['log', '-1', '--format=%s', merge])).trim()
  const message = `Revert "${subject}"\n\nThis reverts commit ${merge}, reversing\nchanges made to ${before}.\n`
  const person = { NAME: 'Demo', EMAIL: 'demo@demo.invalid' }
  const env = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, person.NAME],
      [`GIT_${who}_EMAIL`, person.EMAIL],
    ]),
  )
  const args = ['commit-tree', `${before}^{tree}`, '-p', merge, '-F', '-']
  const commit = (await git.read(args, { input: message, env })).trim()
  await git.read(['update-ref', `refs/heads/${branch}`, commit, merge])
}

async function hasRepository({ reader }: Database): Promise<boolean> {
  const row = await reader
    .selectFrom('repositories')
    .select('source')
    .where('board_id', '=', MAIN_BOARD)
    .executeTakeFirst()
  return row !== undefined
}

async function importHistory(path: string, history: string): Promise<void> {
  const init = ['init', '--quiet', '--bare', '--template=', '--initial-branch=main', path]
  const { code, stderr } = await runProcess('git', init, gitEnvironment(), {})
  if (code !== 0) throw new Error(stderr.trim())
  await new Git(path).read(['fast-import', '--quiet'], { input: history })
}

/** The seeded cards become those of the branches with their numbers. */
async function attach(database: Database, path: string, cards: readonly FileCard[]): Promise<void> {
  const heads = new Map<number, { name: string; head: string }>()
  const { refs } = await readRefs(new Git(path))
  for (const { name, head } of refs) {
    const number = Number(/^card\/(\d+)-/.exec(name)?.[1])
    if (number) heads.set(number, { name, head })
  }
  const context = { actor: 'operator', now: new Date() }
  await new BoardStore(database).write(MAIN_BOARD, context, async (board) => {
    await attachStages(board)
    const ids = new Map((await board.cards()).map(({ number, id }) => [number, id]))
    const rows = cards.flatMap(({ number = 0 }) => {
      const branch = heads.get(number)
      const card_id = ids.get(number)
      if (!branch || card_id === undefined) return []
      return [{ card_id, board_id: MAIN_BOARD, ...branch }]
    })
    await board.tx.insertInto('branches').values(rows).execute()
    await board.tx
      .insertInto('repositories')
      .values({ board_id: MAIN_BOARD, source: path, created_at: context.now.toISOString() })
      .execute()
  })
}

/** The cards that the file calls blocked show what git says about their promotion. */
async function blockCards(
  database: Database,
  repository: Repository,
  cards: readonly FileCard[],
): Promise<void> {
  const context = { actor: 'operator', now: new Date() }
  const blocked = cards.flatMap(({ number = 0, isBlocked }) => (isBlocked ? [number] : []))
  await new BoardStore(database).write(MAIN_BOARD, context, async (board) => {
    for (const number of blocked) await blockCard(board, repository, number)
  })
}

async function blockCard(
  board: BoardWriter,
  repository: Repository,
  number: number,
): Promise<void> {
  const card = await board.card(number)
  const row = card && (await branchOfCard(board.tx, card.id))
  if (!card || !row) return
  await board.unblockCard(card)
  const stages = await board.stages()
  const branch = stages[stages.findIndex(({ id }) => id === card.stage_id) + 1]?.branch ?? ''
  const block = await refusalFor(repository, row.head, branch)
  if (!block) return
  await board.blockCard({ ...card, blocked_reason: null, blocked_code: null }, block)
  await saveRefusedMove(board.tx, card.id, {
    target: branch,
    by: messages.operator,
    head: row.head,
  })
}

async function refusalFor(
  repository: Repository,
  head: string,
  branch: string,
): Promise<{ code: RefusalCode; reason: string } | undefined> {
  const checks = { notes: NOTES, required: [], timeout: 1 }
  const note = await readNote(repository.git, checks, head)
  const { result } = commitChecks(note, undefined, checks)
  if (result.type === 'red') return { code: 'checks_red', reason: result.reason }
  const person = { actor: 'demo', actorName: 'Demo' }
  const card = { number: 0, title: '' }
  const { refs } = await readRefs(repository.git)
  const stages = refs.filter(({ name }) => STAGES.includes(name))
  const facts = new FactFinder(repository)
  const { nets } = await facts.find(
    stages.map((stage) => ({ branch: stage.name, tip: stage.head, contains: () => false })),
    [{ name: '', head, net: undefined, facts: [] }],
  )
  const board = { repository, facts, nets, verdictOn: () => undefined }
  const plan = await planPromotion(board, {
    intentId: '',
    card,
    name: '',
    head,
    net: nets.get(''),
    branches: [branch],
    signal: AbortSignal.timeout(PLAN_TIMEOUT_MS),
    ...person,
  })
  return plan.type === 'conflicts' || plan.type === 'nothing' ? refusalOf(plan) : undefined
}

async function attachStages(board: BoardWriter): Promise<void> {
  for (const [index, { id }] of (await board.stages()).entries()) {
    const isLast = index === STAGES.length
    const branch = isLast ? null : (STAGES[index - 1] ?? null)
    const tag = isLast ? RELEASE_TAGS : null
    await board.tx.updateTable('stages').set({ branch, tag }).where('id', '=', id).execute()
  }
  board.markChanged()
}
