import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { processStarts } from '#service/processes/start-process.ts'
import type { Program } from '#service/processes/starter-program.ts'
import { KnownFileEffects } from '#service/repository/contents/file-effects.ts'
import { nameAt } from '#service/repository/contents/file-trees.ts'
import { effectsByFiles } from '#service/repository/contents/judge-files.ts'
import { boardSpace, ObjectSpace } from '#service/repository/git/object-space.ts'
import { openRepository } from '#service/repository/git/open-repository.ts'
import { createDataDirectory } from '#test/support/start-board.ts'

/** Stores files, and returns their ids. */
function store(path: string, texts: readonly string[]): string[] {
  const files = texts.map((text, index) => {
    const file = join(path, `${index}.txt`)
    writeFileSync(file, text)
    return file
  })
  const output = execFileSync('git', ['-C', path, 'hash-object', '-w', ...files]).toString()
  return output.trim().split('\n')
}

/** A repository with files of these texts: their ids, and where they are merged. */
async function storeFiles(texts: readonly string[], format = 'sha1') {
  const path = mkdtempSync(join(tmpdir(), 'files-'))
  execFileSync('git', ['init', '--quiet', `--object-format=${format}`, '-b', 'main', path])
  const ids = store(path, texts)
  const open = async () => boardSpace(await openRepository(path, createDataDirectory()))
  return { path, ids, open, space: await open() }
}

/** Counts the processes that merge from now on. */
function countMerges(): () => number {
  let count = 0
  const onStart = (message: unknown) => {
    const { program } = message as { program: Program }
    if (program.args.includes('merge-tree')) count += 1
  }
  processStarts.subscribe(onStart)
  onTestFinished(() => {
    processStarts.unsubscribe(onStart)
  })
  return () => count
}

const CONFLICTS = { add: 'conflicts', remove: 'conflicts' }

test.each(['sha1', 'sha256'])(
  'files that all conflict change no other answer: %s',
  async (format) => {
    const text = (first: string, last: string) => `${first}\n2\n3\n4\n5\n6\n7\n8\n${last}\n`
    const stages = Array.from({ length: 50 }, (_, index) => text(`stage ${index}`, '9'))
    const changes = [text('1', '9'), text('card', '9'), text('1', 'last'), text('card', 'last')]
    const { ids, space } = await storeFiles([...changes, ...stages], format)
    const [before = '', after = '', lacks = '', has = '', ...others] = ids
    const files = [...others, lacks, has].map((stage) => ({ before, after, stage }))
    expect(await new KnownFileEffects().read(space, files)).toEqual([
      ...others.map(() => CONFLICTS),
      { add: 'something', remove: 'nothing' },
      { add: 'nothing', remove: 'something' },
    ])
  },
)

test('an answer that is known is given, though others take its place', async () => {
  const stages = Array.from({ length: 4 }, (_, index) => `1\n2\n3\nstage ${index}\n`)
  const { ids, space } = await storeFiles(['1\n2\n3\n4\n', 'card\n2\n3\n4\n', ...stages])
  const [before = '', after = '', ...others] = ids
  const files = others.map((stage) => ({ before, after, stage }))
  const known = new KnownFileEffects(3)
  const absent = { add: 'something', remove: 'nothing' }
  expect(await known.read(space, files.slice(0, 1))).toEqual([absent])
  expect(await known.read(space, files)).toEqual(files.map(() => absent))
})

test('few small files are merged by one process', async () => {
  const texts = ['1\n2\n3\n4\n', 'card\n2\n3\n4\n', '1\n2\n3\nstage\n', 'other\n2\n3\n4\n']
  const { ids, space } = await storeFiles(texts)
  const [before = '', after = '', lacks = '', conflicts = ''] = ids
  const files = [lacks, conflicts, after].map((stage) => ({ before, after, stage }))
  const merges = countMerges()
  expect(await new KnownFileEffects().read(space, files)).toEqual([
    { add: 'something', remove: 'nothing' },
    CONFLICTS,
    { add: 'nothing', remove: 'something' },
  ])
  expect(merges()).toBe(1)
})

test('few files of which one is missing take few processes', async () => {
  const { ids, space } = await storeFiles(['1\n2\n', 'card\n2\n', '1\n2\nstage\n'])
  const [before = '', after = '', stage = ''] = ids
  const gone = { before, after, stage: '1'.repeat(40) }
  const merges = countMerges()
  const found = await new KnownFileEffects().read(space, [{ before, after, stage }, gone])
  expect(found).toEqual([{ add: 'something', remove: 'nothing' }, undefined])
  expect(merges()).toBeLessThan(12)
})

test('a huge file is compared without a merge, whether it is asked for alone or with others', async () => {
  const lines = (own: string) => [...Array.from({ length: 30_000 }, (_, at) => `line ${at}`), own]
  const text = (own: string, first = 'first') => `${[first, ...lines(own)].join('\n')}\n`
  const texts = [text('last'), text('card'), text('card', 'stage'), text('last', 'stage')]
  const { ids, space } = await storeFiles([...texts, text('other', 'stage')])
  const [before = '', after = '', ...stages] = ids
  const merges = countMerges()
  const known = new KnownFileEffects()
  const found = stages.map(async (stage) => {
    const own = { path: 'lock', before, after, stage, merge: 'lines' as const }
    const question = [{ ...own, isFile: true, isSubmodule: false, hasModeChange: false }]
    const [effects] = await effectsByFiles(space, [question], known)
    return [effects?.add, effects?.remove]
  })
  expect(await Promise.all(found)).toEqual([
    ['nothing', 'something'],
    ['something', 'nothing'],
    ['conflicts', 'conflicts'],
  ])
  expect(merges()).toBe(0)
})

test('files that memory has no room for are merged on the disk', async () => {
  const { ids, open, space } = await storeFiles([
    '1\n2\n3\n4\n',
    'card\n2\n3\n4\n',
    '1\n2\n3\none\n',
    'two\n2\n3\n4\n',
  ])
  const [before = '', after = '', one = '', two = ''] = ids
  const files = [one, two].map((stage) => ({ before, after, stage }))
  const expected = [{ add: 'something', remove: 'nothing' }, CONFLICTS]
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
  let tries = 0
  const failOnce = async () => {
    tries += 1
    if (tries === 1) throw full
    return tries
  }
  expect(await space.scratchInMemory(failOnce)).toBe(2)
  await expect(space.scratchInMemory(() => Promise.reject(new Error('other')))).rejects.toThrow(
    'other',
  )
  // git says only that it can't merge.
  const withoutMemory = await open()
  const { scratchInMemory } = ObjectSpace.prototype
  vi.spyOn(ObjectSpace.prototype, 'isInMemory', 'get').mockReturnValue(true)
  vi.spyOn(ObjectSpace.prototype, 'scratchInMemory').mockImplementationOnce(async function (
    this: ObjectSpace,
    task,
  ) {
    const found: unknown = await scratchInMemory.call(this, task)
    return Array.isArray(found) ? found.map(() => undefined) : found
  } as typeof scratchInMemory)
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  expect(await new KnownFileEffects().read(withoutMemory, files)).toEqual(expected)
})

test('a merge whose files git has already says what it changes', async () => {
  const { path, ids, open } = await storeFiles([
    '1\n2\n3\n4\n',
    'card\n2\n3\n4\n',
    '1\n2\n3\nstage\n',
    'card\n2\n3\nstage\n',
  ])
  const [before = '', after = '', stage = '', result = ''] = ids
  const tree = (id: string) => {
    const input = `100644 blob ${id}\t${nameAt(0)}\n`
    execFileSync('git', ['-C', path, 'mktree'], { input })
  }
  for (const id of [result, stage]) tree(id)
  expect(await new KnownFileEffects().read(await open(), [{ before, after, stage }])).toEqual([
    { add: 'something', remove: 'nothing' },
  ])
})
