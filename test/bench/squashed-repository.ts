import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A repository whose forge squashes: branches of pull requests, and a straight line. */
export interface Shape {
  branches: number
  /** On the default branch before the first pull request. */
  earlier: number
  /** Reverts of squashes, later on the line. */
  reverts: number
}

const FILES = 1_500
const LINES = 120
/** Of 100 pull requests. */
const SQUASHED = 70
const STACKED = 10

interface PullRequest {
  branch: string
  mark: number
  /** Lines of files that it changes. */
  edits: readonly { file: number; line: number; text: string }[]
  mergesAt: number
  isReverted: boolean
}

/** Always the same one for a shape. */
export function generateSquashed({ branches, earlier, reverts }: Shape): string {
  const path = mkdtempSync(join(tmpdir(), 'bench-squashed-'))
  const random = createRandom(branches)
  const output: string[] = []
  const main = Array.from({ length: FILES }, (_, file) =>
    Array.from({ length: LINES }, (_, line) => `file ${file}, line ${line}`),
  )
  const nameOf = (file: number) => `src/${file % 40}/${file}.ts`
  let [mark, time] = [0, 1_600_000_000]
  const commit = (
    ref: string,
    subject: string,
    from: number | undefined,
    files: ReadonlyMap<number, readonly string[]>,
  ) => {
    mark += 1
    time += 600
    output.push(`commit refs/heads/${ref}\nmark :${mark}\n`)
    output.push(`committer Ada <ada@example.test> ${time} +0000\n`)
    output.push(`data ${Buffer.byteLength(subject)}\n${subject}\n`)
    if (from !== undefined) output.push(`from :${from}\n`)
    for (const [file, lines] of files) {
      const text = `${lines.join('\n')}\n`
      output.push(`M 100644 inline ${nameOf(file)}\ndata ${text.length}\n${text}\n`)
    }
    return mark
  }
  let tip = commit('main', 'Start', undefined, new Map(main.entries()))
  const change = (edits: PullRequest['edits'], subject: string) => {
    for (const { file, line, text } of edits) (main[file] ?? [])[line] = text
    const files = new Map(edits.map(({ file }) => [file, main[file] ?? []]))
    tip = commit('main', subject, tip, files)
  }
  /** Some files change again and again. */
  const randomFile = () => (random(3) === 0 ? random(30) : random(FILES))
  for (let number = 0; number < earlier; number += 1) {
    change(
      [{ file: randomFile(), line: random(LINES), text: `earlier ${number}` }],
      `Earlier ${number}`,
    )
  }
  const open: PullRequest[] = []
  let last: PullRequest | undefined
  let left = reverts
  for (let number = 1; number <= branches; number += 1) {
    const below = last && random(100) < STACKED ? last : undefined
    const branch = `pr/${number}`
    const edits = Array.from({ length: 1 + random(4) }, (_, index) => ({
      file: randomFile(),
      line: random(LINES),
      text: `pull request ${number}, ${index}`,
    }))
    const files = new Map<number, string[]>()
    for (const { file, line, text } of [...(below?.edits ?? []), ...edits]) {
      const lines = files.get(file) ?? [...(main[file] ?? [])]
      lines[line] = text
      files.set(file, lines)
    }
    const own = new Map(edits.map(({ file }) => [file, files.get(file) ?? []]))
    const head = commit(branch, `Change ${number}`, below?.mark ?? tip, own)
    last = { branch, mark: head, edits, mergesAt: Number.POSITIVE_INFINITY, isReverted: false }
    if (random(100) < SQUASHED && !below) {
      last.mergesAt = number + random(60)
      last.isReverted = left > 0 && random(branches) < reverts * 2
      if (last.isReverted) left -= 1
      open.push(last)
    }
    for (const merged of open.filter(({ mergesAt }) => mergesAt <= number)) {
      open.splice(open.indexOf(merged), 1)
      const before = merged.edits.map(({ file, line }) => main[file]?.[line] ?? '')
      change(merged.edits, `Change of ${merged.branch} (#${merged.branch.slice(3)})`)
      if (!merged.isReverted) continue
      const undone = merged.edits.map((edit, index) => ({ ...edit, text: before[index] ?? '' }))
      change(undone, `Revert "Change of ${merged.branch}"`)
    }
  }
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', path])
  const options = { input: output.join(''), maxBuffer: 1e9 }
  execFileSync('git', ['-C', path, 'fast-import', '--quiet'], options)
  execFileSync('git', ['-C', path, 'repack', '-adq'])
  execFileSync('git', ['-C', path, 'pack-refs', '--all'])
  return path
}

function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
