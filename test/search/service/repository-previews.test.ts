import { expect, test } from 'vitest'
import { createRepository, type GitRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'
import { pushCommits } from '#test/support/repository-model.ts'
import { type Random, searchRounds } from '#test/support/search.ts'

const CARDS_PER_ROUND = 20

const COLUMNS = [
  { name: 'Work', rule: 'work', minRole: 'member' },
  { name: 'Main', rule: { branch: 'main' }, minRole: 'member' },
  { name: 'Staging', rule: { branch: 'staging' }, minRole: 'member' },
  { name: 'Production', rule: { branch: 'production' }, minRole: 'member' },
]
const CONFIG = JSON.stringify({ columns: COLUMNS, checks: {} })

/** The code of the refusal that belongs to what the board said. */
const CODES = {
  clean: undefined,
  conflicts: 'conflicts',
  no_common_history: 'no_common_history',
  checks_red: 'checks_red',
  checks_pending: 'checks_running',
  nothing_to_merge: 'nothing_to_merge',
  checks_missing: 'checks_running',
  checks_unknown: 'forge_unreachable',
  draft: 'pull_draft',
  review_missing: 'review_missing',
}

const fileOf = (card: number, random: Random) =>
  random(3) === 0 ? `shared-${random(3)}.txt` : `own-${card}.txt`

function addCards(repository: GitRepository, random: Random): void {
  for (let card = 1; card <= CARDS_PER_ROUND; card += 1) {
    const isStacked = card > 1 && random(6) === 0
    const from = repository.head(isStacked ? `card/${card - 1}` : 'main')
    if (random(10) === 0) repository.git('branch', `card/${card}`, from)
    else {
      const text = `${random(4)}\n`
      pushCommits(repository, [{ branch: `card/${card}`, from, file: fileOf(card, random), text }])
    }
    const state = ['success', 'failure 3 tests', 'pending', 'odd'][random(10)]
    if (state === undefined) continue
    const head = repository.head(`card/${card}`)
    repository.git('notes', '--ref', 'checks', 'add', '-f', '-m', `unit: ${state}`, head)
  }
}

/** What people do to a card without the board. */
function change(repository: GitRepository, card: number, random: Random): void {
  const branch = ['main', 'staging', `card/${card}`][random(3)] ?? 'main'
  const from = repository.head(branch)
  const text = `${random(4)}\n`
  pushCommits(repository, [{ branch, from, file: fileOf(card, random), text }])
}

test('what the board says before a move is what the move does', async () => {
  const results = new Map<string, number>()
  await searchRounds(1, async (random) => {
    const repository = createRepository(['staging', 'production'])
    repository.commit('main', { '.board.json': CONFIG })
    addCards(repository, random)
    const board = await openRepositoryBoard(repository.path)
    for (let step = 0; step < CARDS_PER_ROUND * 2; step += 1) {
      const card = random(CARDS_PER_ROUND) + 1
      if (random(3) === 0) change(repository, card, random)
      const before = await board.evidence(card)
      const column = (await board.card(card))?.column
      const place = COLUMNS.findIndex(({ name }) => name === column)
      const to = COLUMNS[place + 1]?.name
      if (random(5) === 0 && place > 0) {
        await board.move(card, 'Work')
        continue
      }
      if (to === undefined) {
        expect(before?.next).toBeUndefined()
        continue
      }
      const { result, detail } = before?.next ?? { result: undefined, detail: '' }
      const { status, body } = await board.move(card, to)
      const code = result && CODES[result]
      const said = { status: code === undefined ? 200 : 409, code }
      const done = { status, code: body.refusal ?? body.code }
      expect(done, `step ${step}, card ${card}: ${result}`).toEqual(said)
      if (result === 'conflicts') expect(body.reason).toContain(detail)
      results.set(result ?? '', (results.get(result ?? '') ?? 0) + 1)
    }
    expect(repository.git('fsck', '--strict', '--no-dangling')).toBe('')
    await board.close()
  })
  console.info([...results].map(([result, count]) => `${result}: ${count}`).join(', '))
  expect(results.has('')).toBe(false)
})
