import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleService, INSTALLED } from './bundle-service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TARGET = join(ROOT, '.package')

const DEMO_BOARDS = ['main-board.json', 'team-board.json'] as const

/** Makes the package that `npx trunkline` runs, and prints the path of its tarball. */
rmSync(TARGET, { recursive: true, force: true })
mkdirSync(TARGET)
await bundleService({
  programs: ['main'],
  directory: join(TARGET, 'service'),
  hasLicenses: true,
})
for (const name of DEMO_BOARDS) {
  cpSync(join(ROOT, 'src/service/demo', name), join(TARGET, 'service', name))
}
cpSync(join(ROOT, 'dist'), join(TARGET, 'page'), {
  recursive: true,
  filter: (path) => !path.endsWith('.built-from'),
})
for (const name of ['README.md', 'LICENSE']) cpSync(join(ROOT, name), join(TARGET, name))
writeFileSync(join(TARGET, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
const args = ['pack', TARGET, '--pack-destination', ROOT, '--silent']
console.log(execFileSync('npm', args, { encoding: 'utf8' }).trim())

/** Of the package: with the dependencies that run, in the versions of this project. */
function manifest(): object {
  const { name, version, description, license, engines, dependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  )
  return {
    ...{ name, version, description, license, engines },
    type: 'module',
    bin: { trunkline: 'service/main.js' },
    files: ['service', 'page'],
    dependencies: Object.fromEntries(INSTALLED.map((one) => [one, dependencies[one]])),
  }
}
