import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openProcess } from '#service/processes/open-process.ts'
import { processStarts } from '#service/processes/start-process.ts'
import type { StartedProcess } from '#service/processes/started-process.ts'
import { ChangedFiles } from '#service/repository/contents/changed-files.ts'
import { Git } from '#service/repository/git/git.ts'
import { boardSpace } from '#service/repository/git/object-space.ts'
import { openRepository } from '#service/repository/git/open-repository.ts'
import { readIds } from '#service/repository/git/read-ids.ts'
import { readSizes, readTexts } from '#service/repository/git/read-texts.ts'
import { createRepository, type GitRepository } from '#test/support/git-repository.ts'
import { createDataDirectory } from '#test/support/start-board.ts'

/** Longer than on any machine. */
const WAIT = { timeout: 20_000 }
const IDS = ['cat-file', '--batch-command=%(objectname)', '--buffer', '-z']

function openGit(signal?: AbortSignal): { repository: GitRepository; git: Git } {
  const repository = createRepository([])
  const git = new Git(join(repository.path, '.git'))
  return { repository, git: signal ? git.until(signal) : git }
}

/** A tree with files whose names can have line ends. */
function makeTree({ path }: GitRepository, names: readonly string[]): string {
  const git = (input: string, ...args: string[]) =>
    execFileSync('git', ['-C', path, ...args], { input })
      .toString()
      .trim()
  const blob = git('text', 'hash-object', '-w', '--stdin')
  return git(names.map((name) => `100644 blob ${blob}\t${name}\0`).join(''), 'mktree', '-z')
}

/** Processes that are started from now on. */
function watchStarts(): StartedProcess[] {
  const all: StartedProcess[] = []
  const onStart = (message: unknown) => {
    all.push((message as { started: StartedProcess }).started)
  }
  processStarts.subscribe(onStart)
  onTestFinished(() => {
    processStarts.unsubscribe(onStart)
  })
  return all
}

function pidOf(started: StartedProcess | undefined): number {
  if (started === undefined) throw new Error('It was not started.')
  return started.pid
}

function isAlive(started: StartedProcess | undefined): boolean {
  try {
    return process.kill(pidOf(started), 0)
  } catch {
    return false
  }
}

test('one process answers many questions, and ends when none was asked for a while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { repository, git } = openGit()
  const starts = watchStarts()
  for (let count = 0; count < 5; count += 1) {
    const ids = await readIds(git, 'main', ['', 'missing'])
    expect([...ids]).toEqual([['', repository.git('rev-parse', 'main^{tree}')]])
  }
  expect(starts).toHaveLength(1)
  const [first] = starts
  expect(isAlive(first)).toBe(true)
  vi.advanceTimersByTime(1_000)
  await vi.waitUntil(() => !isAlive(first), WAIT)
  await readIds(git, 'main', [''])
  expect(starts).toHaveLength(2)
})

test('the end of a process that was open before is no end of the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const env = { PATH: process.env.PATH ?? '' }
  const program = openProcess({ program: 'cat', args: [], env, signal: undefined })
  const starts = watchStarts()
  const ask = () => program.ask('text', (chunk) => chunk.toString())
  await ask()
  vi.advanceTimersByTime(1_000)
  await ask()
  await starts[0]?.closed
  expect(await ask()).toEqual({ answer: 'text' })
  expect(starts).toHaveLength(2)
})

test('what was written after a process was opened is found', async () => {
  const { repository, git } = openGit()
  await readIds(git, 'main', [''])
  repository.commit('main', { 'new.txt': 'new\n' })
  expect([...(await readIds(git, 'main', ['new.txt'])).keys()]).toEqual(['new.txt'])
  repository.git('gc', '--quiet')
  repository.commit('main', { 'newer.txt': 'newer\n' })
  const found = await readIds(git, 'main', ['new.txt', 'newer.txt'])
  expect([...found.keys()]).toEqual(['new.txt', 'newer.txt'])
})

test('questions at the same time get their own answers', async () => {
  const { repository, git } = openGit()
  repository.commit('main', { 'one.txt': '1\n', 'two.txt': '2\n' })
  const paths = ['one.txt', 'two.txt', '']
  const found = await Promise.all(paths.map((path) => readIds(git, 'main', [path])))
  const expected = paths.map((path) => repository.git('rev-parse', `main:${path}`))
  expect(found.flatMap((ids) => [...ids.values()])).toEqual(expected)
})

test('a path that leads out of a tree is nothing in it, and no end of the process', async () => {
  const { repository, git } = openGit()
  repository.git('branch', 'none', 'main')
  const paths = ['../x', './shared.txt', '..', 'shared.txt', '..a']
  const found = await readIds(git, 'main', paths)
  expect([...found.keys()]).toEqual(['shared.txt'])
})

test('a process that was killed, or whose answer was not understood, is replaced', async () => {
  const { git } = openGit()
  const starts = watchStarts()
  await readIds(git, 'main', [''])
  process.kill(pidOf(starts[0]), 'SIGKILL')
  await vi.waitUntil(() => !isAlive(starts[0]), WAIT)
  expect((await readIds(git, 'main', [''])).size).toBe(1)
  // Also before anybody has noticed.
  process.kill(pidOf(starts[1]), 'SIGKILL')
  expect((await readIds(git, 'main', [''])).size).toBe(1)
  const failing = git.ask(IDS, 'info main\0flush\0', () => {
    throw new Error('not understood')
  })
  await expect(failing).rejects.toThrow('not understood')
  expect((await readIds(git, 'main', [''])).size).toBe(1)
  expect(starts).toHaveLength(4)
})

test('a program that cannot be started is an error, and the next one is started', async () => {
  const ask = (program: string) =>
    openProcess({
      program,
      args: [],
      env: { PATH: process.env.PATH ?? '' },
      signal: undefined,
    }).ask('text', (chunk) => chunk.toString())
  await expect(ask('no-such-program')).rejects.toThrow('ENOENT')
  expect(await ask('cat')).toEqual({ answer: 'text' })
})

test('a program that has ended before it is asked has no answer', async () => {
  const onStart = (message: unknown) => {
    const { started } = message as { started: StartedProcess }
    started.kill()
    Object.defineProperty(started, 'closed', { value: Promise.resolve(-1) })
  }
  processStarts.subscribe(onStart)
  onTestFinished(() => {
    processStarts.unsubscribe(onStart)
  })
  const env = { PATH: process.env.PATH ?? '' }
  const program = openProcess({ program: 'sleep', args: ['60'], env, signal: undefined })
  expect(await program.ask('text', () => '')).toMatchObject({ ended: { code: -1 } })
})

test('a process that writes what nobody has asked for is replaced', async () => {
  const go = join(createDataDirectory(), 'go')
  // It doesn't end when nothing more is asked.
  const script = `read -r line; echo "$line"
    until [ -e "$1" ]; do sleep 0.02; done; echo more; exec sleep 60`
  const program = openProcess({
    program: 'sh',
    args: ['-c', script, 'sh', go],
    env: { PATH: process.env.PATH ?? '' },
    signal: undefined,
  })
  const starts = watchStarts()
  const ask = (line: string) => program.ask(`${line}\n`, (chunk) => chunk.toString())
  expect(await ask('one')).toEqual({ answer: 'one\n' })
  writeFileSync(go, '')
  await vi.waitUntil(() => !isAlive(starts[0]), WAIT)
  expect(await ask('two')).toMatchObject({ answer: expect.stringMatching(/^two\n/) })
  expect(starts).toHaveLength(2)
})

test('a signal ends what is asked with its reason, and what is open', async () => {
  const stop = new AbortController()
  const { git } = openGit(stop.signal)
  const starts = watchStarts()
  await readIds(git, 'main', [''])
  const waiting = git.ask(IDS, 'info main\0', () => undefined)
  const stopped = expect(waiting).rejects.toThrow('fatal: enough')
  stop.abort(new Error('enough'))
  await stopped
  await vi.waitUntil(() => !isAlive(starts[0]), WAIT)
  await expect(readIds(git, 'main', [''])).rejects.toThrow('fatal: enough')
  expect(starts).toHaveLength(1)
})

test('a command that git does not know is an error', async () => {
  const { git } = openGit()
  const unknown = git.ask(['cat-file', '--no-such-option'], '', () => undefined)
  await expect(unknown).rejects.toThrow(/cat-file.*no-such-option/s)
})

test('nothing stays open in a directory that is removed', async () => {
  const { repository } = openGit()
  const space = boardSpace(await openRepository(repository.path, createDataDirectory()))
  const starts = watchStarts()
  await space.scratch((scratch) => readIds(scratch.git, 'main', ['']))
  await vi.waitUntil(() => starts.every((one) => !isAlive(one)), WAIT)
  expect(starts).toHaveLength(1)
})

test('files are found by names with line ends, which missing ones have, too', async () => {
  const { repository, git } = openGit()
  const tree = makeTree(repository, ['a\nb', 'plain'])
  const names = ['a\nb', 'gone\nmissing', 'plain', `x\n${'0'.repeat(40)}`]
  expect([...(await readIds(git, tree, names)).keys()]).toEqual(['a\nb', 'plain'])
})

test('contents arrive whole, whatever they look like, but for large and missing ones', async () => {
  const path = mkdtempSync(join(tmpdir(), 'contents-'))
  execFileSync('git', ['init', '--quiet', path])
  const texts = ['', 'x blob 5\n', `${'0'.repeat(40)} missing\n`, 'é\0\r\n'.repeat(60_000), 'last']
  const ids = texts.map((text, index) => {
    writeFileSync(join(path, String(index)), text)
    return execFileSync('git', ['-C', path, 'hash-object', '-w', String(index)])
      .toString()
      .trim()
  })
  const missing = '1'.repeat(40)
  const git = new Git(join(path, '.git'))
  const wanted = [ids[0], missing, ...ids.slice(1)].map(String)
  const bytesOf = (text: string) => Buffer.byteLength(text)
  expect([...(await readSizes(git, wanted))]).toEqual(
    ids.map((id, index) => [id, bytesOf(texts[index] ?? '')]),
  )
  const found = await readTexts(git, wanted, 299_999)
  const asText = (bytes: string) => Buffer.from(bytes, 'latin1').toString()
  expect([...found].map(([id, bytes]) => [id, asText(bytes)])).toEqual(
    ids.flatMap((id, index) => (index === 3 ? [] : [[id, texts[index]]])),
  )
  expect((await readTexts(git, wanted, 1_000_000)).size).toBe(5)
})

test('a pair of trees that git cannot compare costs only itself', async () => {
  const { repository, git } = openGit()
  const before = makeTree(repository, ['plain'])
  const after = makeTree(repository, ['a\nb', 'plain'])
  const gone = '2'.repeat(40)
  const pairs = [
    { before, after },
    { before, after: gone },
    { before: after, after: before },
  ]
  const found = await new ChangedFiles().read(git, pairs)
  expect(found.map((files) => files?.map(({ path }) => path))).toEqual([
    ['a\nb'],
    undefined,
    ['a\nb'],
  ])
})
