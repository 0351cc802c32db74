import { type ExecFileException, execFile, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { createRepository } from '#test/support/git-repository.ts'
import { createDataDirectory } from '#test/support/start-board.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const LIMIT_MS = 240_000

const run = promisify(execFile)

/** The directory that the tarball is installed in, and the one of the user's state. */
let home = ''
let state = ''

/** A proxy for the tests would not know this machine, and a database is another store. */
const environment = (extra: Record<string, string> = {}) => {
  const { DATABASE_URL: _, TEST_DATABASE_URL: __, ...others } = process.env
  return { ...others, XDG_STATE_HOME: state, ...extra }
}

const bin = () => join(home, 'node_modules/.bin/trunkline')

beforeAll(async () => {
  const build = join(ROOT, 'src/build/build-package.ts')
  const { stdout } = await run(process.execPath, ['--import', 'tsx', build], { cwd: ROOT })
  home = createDataDirectory()
  state = join(home, 'state')
  writeFileSync(join(home, 'package.json'), '{"private":true}')
  const tarball = join(ROOT, stdout.trim())
  const args = ['install', tarball, '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', args, { cwd: home })
}, LIMIT_MS)

/** Runs the command until `use` is done with what it printed until the board was ready. */
async function started(
  directory: string,
  args: readonly string[],
  use: (output: string, url: string) => Promise<void>,
  extra: Record<string, string> = {},
): Promise<void> {
  const options = { cwd: directory, env: environment(extra) }
  const child = spawn(bin(), ['--port', '0', ...args], options)
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  try {
    await expect.poll(() => output).toContain('Board ready at')
    await use(output, /Board ready at (\S+)/.exec(output)?.[1] ?? '')
  } finally {
    child.kill('SIGTERM')
  }
  expect(await ended).toBe(0)
}

async function boardOf(url: string, secret: string): Promise<string> {
  const headers = { Authorization: `Bearer ${secret}` }
  return (await fetch(`${url}v1/board`, { headers })).text()
}

const secretIn = (text: string) => /#key=(\S+)/.exec(text)?.[1] ?? ''

describe('the package', () => {
  test('installs at most 40 packages and 60 MB, and none that only a build needs', () => {
    const lock = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8'))
    const names = Object.keys(lock.packages).filter((path) => path !== '')
    expect(names.length).toBeLessThanOrEqual(40)
    for (const name of ['tsx', 'vite', 'react', 'esbuild', 'typescript']) {
      expect(names).not.toContain(`node_modules/${name}`)
    }
    expect(sizeOf(join(home, 'node_modules'))).toBeLessThan(60 * 1024 * 1024)
  })

  test('has the license of everything that it contains', () => {
    const own = join(home, 'node_modules/trunkline')
    const service = readFileSync(join(own, 'service/licenses.md'), 'utf8')
    for (const name of ['hono', 'kysely', 'valibot', 'lru-cache']) expect(service).toContain(name)
    const page = readFileSync(join(own, 'page/licenses.md'), 'utf8')
    for (const name of ['react-dom', 'zustand', '@dnd-kit/core']) expect(page).toContain(name)
    expect(existsSync(join(own, 'LICENSE'))).toBe(true)
  })

  test('shows the repository around the directory, and leaves nothing in it', async () => {
    const repository = createRepository()
    repository.commit('fix/12-login', { 'a.txt': 'a' })
    const folder = join(repository.path, 'deep', 'folder')
    mkdirSync(folder, { recursive: true })
    const before = repository.git('status', '--porcelain')
    const database = environment({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    const early = await run(bin(), ['board', 'list'], { cwd: folder, env: database }).catch(
      (error: { stderr: string }) => error,
    )
    expect(early.stderr).toContain('There is no store in')
    let secret = ''
    await started(folder, [], async (output, url) => {
      secret = secretIn(output)
      expect(output).toContain(`The board’s data is in ${state}`)
      expect(await boardOf(url, secret)).toContain('"branch":"fix/12-login"')
      const page = await fetch(url)
      expect(await page.text()).toContain('<script')
    })
    expect(repository.git('status', '--porcelain')).toBe(before)
    expect(existsSync(join(folder, '.board'))).toBe(false)
    // The same store, also from another folder of the clone.
    await started(repository.path, [], async (output, url) => {
      expect(output).not.toContain('#key=')
      expect(await boardOf(url, secret)).toContain('"branch":"fix/12-login"')
    })
    const listed = await run(bin(), ['board', 'list'], {
      cwd: repository.path,
      env: database,
    })
    expect(listed.stdout).toMatch(/^1 {2}/)
    const key = ['credential', 'create', '--name', 'Ada', '--board', '1:member']
    const made = await run(bin(), key, { cwd: repository.path, env: environment() })
    expect(made.stdout).toContain('kbs_')
  }, 60_000)

  test('uses --data, and doesn’t touch the database of the project in the clone', async () => {
    const repository = createRepository()
    const data = createDataDirectory()
    const database = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    await started(
      repository.path,
      ['--data', data],
      async (output) => {
        expect(output).toContain(`The board’s data is in ${data}`)
      },
      database,
    )
    await started(repository.path, [], async () => undefined, database)
    expect(existsSync(join(data, 'board.db'))).toBe(true)
  }, 60_000)

  test('shows the demo where there is no repository', async () => {
    await started(createDataDirectory(), ['--scripted-demo'], async (output, url) => {
      expect(output).toContain('Sign-in links for the demo keys')
      expect(await boardOf(url, secretIn(output))).toContain('Rotate signing keys')
    })
  }, 60_000)

  test('opens the browser signed in, once, without the key in the arguments of a program', async () => {
    const repository = createRepository()
    const opened = join(createDataDirectory(), 'opened')
    const browser = `${opened}.sh`
    writeFileSync(browser, `#!/bin/sh\necho "$1" > "${opened}"\n`)
    chmodSync(browser, 0o755)
    const secrets: string[] = []
    for (const _ of [1, 2, 3]) {
      await started(
        repository.path,
        ['--open'],
        async (_, url) => {
          await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8')).toContain(url)
          const link = readFileSync(opened, 'utf8').trim()
          expect(link).not.toContain('kbs_')
          const first = await fetch(link, { redirect: 'manual' })
          expect(first.status).toBe(302)
          secrets.push(secretIn(first.headers.get('Location') ?? ''))
          const second = await fetch(link, { redirect: 'manual' })
          expect(second.headers.get('Location')).toBe('/')
          const answers = await Promise.all(
            secrets.map((secret) =>
              fetch(`${url}v1/me`, { headers: { Authorization: `Bearer ${secret}` } }),
            ),
          )
          expect(answers.map(({ status }) => status)).toEqual(secrets.map(() => 200))
        },
        { BROWSER: browser },
      )
      writeFileSync(opened, '')
    }
    expect(new Set(secrets).size).toBe(3)
  }, 60_000)

  test('prints how to run its commands, and what is wrong with its options', async () => {
    const help = await run(bin(), ['--help'], { cwd: home, env: environment() })
    expect(help.stdout).toContain('Usage: npx trunkline [options]')
    const commands = await run(bin(), ['board', '--help'], { cwd: home, env: environment() })
    expect(commands.stdout).toContain('Usage: npx trunkline board COMMAND')
    const wrong: ExecFileException & { stderr?: string } = await run(bin(), ['--colour'], {
      cwd: home,
      env: environment(),
    }).then(
      () => new Error('It started'),
      (error) => error,
    )
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('npx trunkline --help')
  })
})

function sizeOf(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((bytes, { parentPath, name }) => bytes + readFileSync(join(parentPath, name)).length, 0)
}
