import { execFileSync, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/**
 * `npm run search -- --minutes N [--seed N] [--only NAME]`: looks for inputs, schedules, and moments
 * of a kill that break the product, until the time is over. CI runs the same searches with few
 * rounds.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Of vitest: as many files run at once. */
const WORKERS = 2
const USAGE = 'Use: npm run search -- --minutes N [--seed N] [--only NAME]'

const searches = ['page', 'service']
  .flatMap((folder) => readdirSync(new URL(folder, import.meta.url)))
  .flatMap((name) =>
    /\.test\.tsx?$/.test(name) ? basename(name).replace(/\.test\.tsx?$/, '') : [],
  )

function fail(message: string): never {
  console.error(`${message}\n${USAGE}`)
  process.exit(2)
}

function readNumber(text: string, name: string): number {
  const number = Number(text)
  if (!Number.isFinite(number) || number <= 0) fail(`--${name} must be a number above 0.`)
  return number
}

function readOptions() {
  try {
    const options = {
      minutes: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
    } as const
    return parseArgs({ options }).values
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

const { minutes, seed = String(randomInt(1, 2 ** 30)), only } = readOptions()
if (minutes === undefined) fail('--minutes is missing.')
if (only !== undefined && !searches.includes(only)) {
  fail(`There is no search ${only}. These are there: ${searches.join(', ')}.`)
}
const chosen = only === undefined ? searches : [only]
const totalSeconds = readNumber(minutes, 'minutes') * 60
const vitest = (command: string, ...flags: readonly string[]) => [
  'vitest',
  command,
  ...chosen.map((name) => `/${name}.test`),
  ...['--config', 'test/vitest.config.ts', '--mode', 'search', ...flags],
]
const tests = JSON.parse(execFileSync('npx', vitest('list', '--json'), { cwd: ROOT }).toString())
const seconds = Math.round((totalSeconds * Math.min(WORKERS, chosen.length)) / tests.length)
console.log(`Seed ${readNumber(seed, 'seed')}, ${seconds} s for each test of: ${chosen.join(', ')}`)
const { status } = spawnSync('npx', vitest('run'), {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, SEARCH_SEED: seed, SEARCH_SECONDS: String(seconds) },
})
process.exit(status ?? 1)
