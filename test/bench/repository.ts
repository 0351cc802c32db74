import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { processStarts } from '#service/processes/start-process.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'
import { createDataDirectory } from '#test/support/start-board.ts'
import { generateSquashed, type Shape } from './squashed-repository.ts'

/**
 * Measures boards over generated repositories on this machine. `npm run bench:repository` prints
 * one line for each figure: the median, and the slowest.
 */

const ROUNDS = 5
const STAGES = ['main', 'test', 'review', 'staging', 'canary', 'production']

/** The secret is that of the owner key, which the first start makes. */
const newStore = () => ({ data: createDataDirectory(), secret: '' })

interface Size {
  branches: number
  /** On the default branch. */
  commits: number
  /** Columns besides the first one. */
  stages?: number
}

/** A bare repository: a third of the cards is merged into some of the stages. */
function generate({ branches, commits, stages: count = STAGES.length }: Size): string {
  const stages = STAGES.slice(0, count)
  const path = mkdtempSync(join(tmpdir(), 'bench-repository-'))
  const lines: string[] = []
  let time = 1_700_000_000
  const commit = (ref: string, file: string, text: string, more: readonly string[] = []) => {
    time += 60
    const body = `Change ${file}`
    lines.push(
      `commit refs/heads/${ref}`,
      ...more.filter((line) => line.startsWith('mark')),
      `committer Ada <ada@example.test> ${time} +0000`,
      `data ${body.length}`,
      body,
      ...more.filter((line) => !line.startsWith('mark')),
      `M 100644 inline ${file}`,
      `data ${text.length}`,
      text,
    )
  }
  for (let number = 0; number < commits; number += 1) {
    commit('main', `src/${number % 500}.txt`, `${number}\n`, [`mark :${number + 1}`])
  }
  const columns = stages.map((branch) => ({ name: branch, rule: { branch } }))
  const config = JSON.stringify({
    columns: [{ name: 'Work', rule: 'work' }, ...columns],
    cards: { branches: ['card/*'] },
  })
  commit('main', '.board.json', config)
  for (const stage of stages.slice(1))
    lines.push(`reset refs/heads/${stage}`, 'from refs/heads/main', '')
  for (let card = 0; card < branches; card += 1) {
    const mark = commits + 1 + card
    const from = `from :${Math.max(1, commits - (card % Math.min(commits, 2_000)))}`
    const name = `card/${card + 1}-change`
    commit(name, `cards/${card % 100}/${card}.txt`, `${card}\n`, [`mark :${mark}`, from])
    if (card % 3 !== 0) continue
    for (const stage of stages.slice(0, 1 + (card % stages.length))) {
      commit(stage, `cards/${card % 100}/${card}.txt`, `${card}\n`, [`merge :${mark}`])
    }
  }
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', path])
  const input = `${lines.join('\n')}\n`
  const options = { input, maxBuffer: 1e9 }
  execFileSync('git', ['-C', path, 'fast-import', '--quiet'], options)
  execFileSync('git', ['-C', path, 'pack-refs', '--all'])
  return path
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function print(label: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  console.log(
    `${label.padEnd(64)} ${median.toFixed(0).padStart(6)} ms  (slowest ${sorted.at(-1)?.toFixed(0)} ms)`,
  )
}

async function measure(size: Size): Promise<void> {
  const path = generate(size)
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', path, ...args])
      .toString()
      .trim()
  const label = `${size.branches} branches, ${STAGES.length} stages, ${size.commits} commits`
  const first: number[] = []
  const previewed: number[] = []
  const held: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const holds = monitorEventLoopDelay({ resolution: 5 })
    holds.enable()
    let board: Awaited<ReturnType<typeof openRepositoryBoard>> | undefined
    const time = await timed(async () => {
      board = await openRepositoryBoard(path, {}, newStore())
      await board.repositories.sync()
    })
    first.push(time)
    // The merges go on after the start.
    previewed.push(await timed(async () => board?.repositories.previewed()))
    held.push(holds.max / 1e6)
    holds.disable()
    await board?.close()
  }
  print(`${label}: first start`, first)
  print(`${label}: then until all next moves were tried`, previewed)
  print(`${label}: longest hold of the event loop meanwhile`, held)
  const board = await openRepositoryBoard(path, {}, newStore())
  await board.repositories.sync()
  const sync = () => board.repositories?.sync() ?? Promise.resolve()
  const unchanged: number[] = []
  const changed: number[] = []
  const triedAgain: number[] = []
  const promotions: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // What the last promotion has changed.
    await sync()
    unchanged.push(await timed(sync))
    const tree = git('rev-parse', 'card/2-change^{tree}')
    const commit = execFileSync('git', [
      '-C',
      path,
      '-c',
      'user.name=Ada',
      '-c',
      'user.email=a@x',
      'commit-tree',
      tree,
      '-p',
      'card/2-change',
      '-m',
      'More',
    ])
    git('update-ref', 'refs/heads/card/2-change', commit.toString().trim())
    changed.push(await timed(sync))
    triedAgain.push(await timed(() => board.repositories.previewed()))
    const [, main] = await board.load()
    const number = 3 + round * 3
    promotions.push(
      await timed(async () =>
        board.call('PATCH', `/v1/cards/${number}`, { statusId: main?.statusId }),
      ),
    )
  }
  print(`${label}: sync without a change`, unchanged)
  print(`${label}: sync after one branch changed`, changed)
  print(`${label}: then until all next moves were tried again`, triedAgain)
  print(`${label}: promotion into main`, promotions)
  await board.close()
}

/** Counts the processes that are started for a task. */
async function countedProcesses(task: () => Promise<unknown>): Promise<number> {
  let count = 0
  const onStart = () => {
    count += 1
  }
  processStarts.subscribe(onStart)
  await task()
  processStarts.unsubscribe(onStart)
  return count
}

/** Two starts of a board over a repository, with the aims for a large one, in milliseconds. */
async function measureStarts(label: string, path: string): Promise<void> {
  let store = newStore()
  const aims = { 'first start': 60_000, restart: 5_000 }
  for (const [start, aim] of Object.entries(aims)) {
    let board: Awaited<ReturnType<typeof openRepositoryBoard>> | undefined
    const step = async (what: string, aimMs: number, task: () => Promise<unknown>) => {
      let time = 0
      const processes = await countedProcesses(async () => {
        time = await timed(task)
      })
      print(`${label}: ${start}, ${what}, ${processes} git processes (aim ${aimMs} ms)`, [time])
    }
    await step('ready', 3_000, async () => {
      board = await openRepositoryBoard(path, {}, store)
    })
    await step('then all placed', aim, async () => board?.repositories.sync())
    await step('then all next moves', 60_000, async () => board?.repositories.previewed())
    const counts = (await board?.load())?.map(({ name, tasks }) => `${name} ${tasks.length}`)
    console.log(`${label}: ${start}, ${counts?.join(', ')}`)
    store = { data: store.data, secret: board?.secret ?? '' }
    await board?.close()
  }
  const memory = Math.round(process.memoryUsage().rss / 1e6)
  console.log(`${label}: ${memory} MB of this process at the end (aim 300 MB)`)
}

/** The shape of a repository whose forge squashes. */
async function measureSquashed(shape: Shape): Promise<void> {
  const label = `${shape.branches} squashed branches, ${shape.reverts} reverts`
  await measureStarts(label, generateSquashed(shape))
}

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`)
console.log(`${execFileSync('git', ['--version']).toString().trim()}\n`)
const SIZES = [
  { branches: 2_000, commits: 2_000 },
  { branches: 10_000, commits: 2_000 },
  { branches: 2_000, commits: 20_000 },
]
/** Of public repositories: a long history with four stages, and very many branches. */
const LARGE = [
  { branches: 832, commits: 70_000, stages: 4 },
  { branches: 5_000, commits: 2_000 },
]
const SQUASHED: Shape = { branches: 1_924, earlier: 3_000, reverts: 171 }
// `-- 10000` measures only so many branches, and `-- PATH` the starts of a board over any repository.
const [, , choice = '0'] = process.argv
const only = Number(choice)
if (Number.isNaN(only)) await measureStarts(basename(choice), choice)
if (only === 0 || only === SQUASHED.branches) await measureSquashed(SQUASHED)
for (const size of LARGE) {
  if (only !== 0 && size.branches !== only) continue
  await measureStarts(`${size.branches} branches, ${size.commits} commits`, generate(size))
}
for (const size of SIZES) if (only === 0 || size.branches === only) await measure(size)
