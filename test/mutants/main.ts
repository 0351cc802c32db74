import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MUTANTS, type Mutant } from './mutants.ts'

/**
 * `npm run mutants [-- WORD]`: breaks the code as each mutant says, one at a time, and looks whether
 * its test fails. Needs a checkout without changes.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout
if (git('status', '--porcelain', 'src') !== '') {
  console.error('Commit or stash the changes in src first.')
  process.exit(2)
}

/** Whether the test notices it. */
function isCaught({ file, from, to, test, name }: Mutant): boolean {
  const path = join(ROOT, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} has to have this once: ${from}`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  try {
    const only = name ? ['-t', name] : []
    const args = [
      'vitest',
      'run',
      '--config',
      'test/vitest.config.ts',
      '--mode',
      'all',
      test,
      ...only,
    ]
    return spawnSync('npx', args, { cwd: ROOT }).status !== 0
  } finally {
    writeFileSync(path, text)
  }
}

const [word = ''] = process.argv.slice(2)
const chosen = MUTANTS.filter(({ what }) => what.includes(word))
const survivors = chosen.filter((mutant) => {
  const caught = isCaught(mutant)
  console.log(`${caught ? 'caught  ' : 'SURVIVED'}  ${mutant.what}`)
  return !caught
})
console.log(`${chosen.length - survivors.length} caught, ${survivors.length} survived`)
process.exit(survivors.length > 0 ? 1 : 0)
