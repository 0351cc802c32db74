import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FileStates } from '#service/repository/contents/changed-files.ts'
import { ChangedHunks } from '#service/repository/contents/changed-hunks.ts'
import { KnownFileEffects } from '#service/repository/contents/file-effects.ts'
import type { FileEffects } from '#service/repository/contents/merge-files.ts'
import { boardSpace, type ObjectSpace } from '#service/repository/git/object-space.ts'
import { openRepository } from '#service/repository/git/open-repository.ts'
import { createDataDirectory } from '#test/support/start-board.ts'

/** Few different lines, so that hunks slide, and look like others; the last line may not end. */
const FILE = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'c', '', '}'), { maxLength: 9 }), fc.boolean())
  .map(([lines, isEnded]) => lines.join('\n') + (isEnded ? '\n' : ''))

/** One with some lines replaced, removed, and added. */
const changed = (text: string) =>
  fc.array(fc.tuple(fc.nat(9), fc.nat(2), FILE), { maxLength: 2 }).map((edits) => {
    const lines = text.split('\n')
    for (const [at, count, file] of edits) lines.splice(at, count, ...file.split('\n').slice(0, 2))
    return lines.join('\n')
  })

const TRIPLE = FILE.chain((before) =>
  fc.tuple(fc.constant(before), changed(before), changed(before)),
)

async function createSpace() {
  const path = mkdtempSync(join(tmpdir(), 'hunks-'))
  execFileSync('git', ['init', '--quiet', '-b', 'main', path])
  const space = boardSpace(await openRepository(path, createDataDirectory()))
  const store = (triples: readonly (readonly string[])[]) => {
    const input = triples.flat().map((text) => `blob\ndata ${text.length}\n${text}\n`)
    execFileSync('git', ['-C', path, 'fast-import', '--quiet'], { input: input.join('') })
    return triples.map(([before = '', after = '', stage = '']) => {
      return { before: idOf(before), after: idOf(after), stage: idOf(stage) }
    })
  }
  return { space, store }
}

/** So few at once that git merges all of them. */
async function mergeFew(space: ObjectSpace, files: readonly FileStates[]) {
  const known = new KnownFileEffects()
  const effects: (FileEffects | undefined)[] = []
  for (let start = 0; start < files.length; start += 90) {
    effects.push(...(await known.read(space, files.slice(start, start + 90))))
  }
  return effects
}

function idOf(text: string): string {
  return createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex')
}

test('files that are said to conflict do, whatever slides or looks alike', async () => {
  const { space, store } = await createSpace()
  const triples = fc
    .sample(TRIPLE, { numRuns: 3_000, seed: 1 })
    .filter((texts) => new Set(texts).size === texts.length)
  const files = store(triples)
  const found = await new ChangedHunks().compare(space, files)
  const merged = await mergeFew(space, files)
  const isConflict = (index: number) => merged[index]?.add === 'conflicts'
  const isFound = (index: number) => found.get(files[index] as FileStates) === 'other'
  const wrong = triples.filter((_, index) => isFound(index) && !isConflict(index))
  expect(wrong).toEqual([])
  const conflicts = files.filter((_, index) => isConflict(index))
  const seen = files.filter((_, index) => isFound(index))
  expect(seen.length / conflicts.length).toBeGreaterThan(0.5)
})

test('a conflict is found at the first line, at the last one, and beside a line of others', async () => {
  const { space, store } = await createSpace()
  const base = 'one\ntwo\nthree\nfour\nfive\n'
  const changes: [string, string, string][] = [
    [base, `new\n${base}`, `other\n${base}`],
    [base, `${base}new\n`, `${base}other\n`],
    [base, base.replace('two', 'new'), base.replace('three', 'other')],
    [base, base.replace('two\n', ''), base.replace('two', 'other')],
    [base, base.replace('two', 'new'), base.replace('four', 'other')],
    [base, base.replace('two', 'new'), base.replace('two', 'new').replace('four', 'other')],
  ]
  const files = store(changes)
  const found = await new ChangedHunks().compare(space, files)
  expect(files.map((file) => found.get(file))).toEqual([
    ...['other', 'other', 'other', 'other'],
    ...['before', 'after'],
  ])
})

test('a file with a hunk that it has everywhere, or with very many hunks, is left to git', async () => {
  const { space, store } = await createSpace()
  const lines = (count: number, edit: (line: number) => string) =>
    Array.from({ length: count }, (_, line) => `${edit(line)}\n`).join('')
  const same = lines(90, (line) => ['a', 'b', 'c'][line % 3] ?? '')
  const long = lines(20_000, (line) => `line ${line}`)
  const files = store([
    [same, same.replace(/(?<=^(.\n){45}.\n)b/, 'new'), `${same}more\nlast\n`],
    [
      long,
      lines(20_000, (line) => (line % 20 === 0 ? `new ${line}` : `line ${line}`)),
      `${long}last\n`,
    ],
  ])
  expect((await new ChangedHunks().compare(space, files)).size).toBe(0)
})

test('what is known of many files is what merges say of each', async () => {
  const { space, store } = await createSpace()
  const files = store(fc.sample(TRIPLE, { numRuns: 400, seed: 2 }))
  const known = new KnownFileEffects()
  expect((await known.conflicting(space, files)).size).toBeGreaterThan(50)
  expect(await known.read(space, files)).toEqual(await mergeFew(space, files))
})
