/**
 * A part of a file that a change replaces, with the line before it and the one after it. Each byte is
 * one character.
 */
interface Hunk {
  before: string
  after: string
  /** How often the file has each of both texts before the change, and after it. */
  old: Counts
  own: Counts
}

interface Counts {
  before: number
  after: number
}

/** Of a change of a file, in their order. */
export interface Hunks {
  all: readonly Hunk[]
  /** Otherwise, the longest ones, and of each the first part. */
  isWhole: boolean
}

const MAX_LENGTH = 500
const MAX_HUNKS = 20
/** Of all hunks of a change. */
const MAX_WHOLE_LENGTH = 100_000
/** Characters in which hunks are looked for, for one file: others wait meanwhile. */
const MAX_SEARCHED = 20_000_000
/** A text that is there more often isn't counted. */
const MAX_COUNT = 20

/** No line has it alone. */
const EDGE = '\0'
const LINE_END = 0x0a

/** With the edges of the file, so that its first line and its last one are looked for there only. */
export function framed(text: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${EDGE}\n`), text, Buffer.from(EDGE)])
}

/**
 * From the headers of a diff without context, which say where each hunk is.
 * See .github/decisions/0026-large-repositories.md.
 */
export function readHunks(headers: readonly string[], before: Buffer, after: Buffer): Hunks {
  const [old, own] = [framed(before), framed(after)]
  const [oldLines, ownLines] = [new Lines(old), new Lines(own)]
  const hunks = headers.map((header) => {
    const [, oldStart, oldCount = '1', ownStart, ownCount = '1'] = HEADER.exec(header) ?? []
    return {
      before: oldLines.around(Number(oldStart), Number(oldCount)),
      after: ownLines.around(Number(ownStart), Number(ownCount)),
    }
  })
  const searched = hunks.length * Math.max(old.byteLength, own.byteLength)
  const isWhole = lengthOf(hunks) <= MAX_WHOLE_LENGTH && searched <= MAX_SEARCHED
  const all = isWhole ? hunks : hunks.sort((a, b) => shortest(b) - shortest(a)).slice(0, MAX_HUNKS)
  const maxLength = isWhole ? MAX_WHOLE_LENGTH : MAX_LENGTH
  const cut = (text: string) => text.slice(0, maxLength)
  return {
    all: all.map((hunk) => {
      const [before, after] = [cut(hunk.before), cut(hunk.after)]
      const texts = { before, after }
      return { before, after, old: countBoth(texts, old), own: countBoth(texts, own) }
    }),
    isWhole,
  }
}

type HunkTexts = Pick<Hunk, 'before' | 'after'>

export function lengthOf(hunks: readonly HunkTexts[]): number {
  return hunks.reduce((sum, { before, after }) => sum + before.length + after.length, 0)
}

function countBoth({ before, after }: HunkTexts, text: Buffer): Counts {
  return { before: countIn(text, before), after: countIn(text, after) }
}

/** NaN, which no count equals, when it's there very often. */
function countIn(text: Buffer, part: string): number {
  const next = (from: number) => text.indexOf(part, from, 'latin1')
  let count = 0
  for (let place = next(0); place >= 0; place = next(place + 1)) {
    count += 1
    if (count > MAX_COUNT) return Number.NaN
  }
  return count
}

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/** A long one is seldom in another file by chance. */
function shortest({ before, after }: HunkTexts): number {
  return Math.min(before.length, after.length)
}

/** What a stage has of the hunks of a change. */
export type HunksOnStage = 'before' | 'after' | 'other'

/**
 * `other` where the stage has a hunk neither as it was nor as it becomes: a line of others next to
 * it is a conflict for git, too. Undefined where it isn't clear.
 */
export function compareHunks({ all, isWhole }: Hunks, stage: Buffer): HunksOnStage | undefined {
  const found = new Set<'before' | 'after' | undefined>()
  for (const hunk of all) {
    const counts = countBoth(hunk, stage)
    if (counts.before === 0 && counts.after === 0) return 'other'
    found.add(sideOf(hunk, counts))
  }
  // A part of the hunks is seldom what it seems: their lines are in other places, too.
  return isWhole && found.size === 1 ? [...found][0] : undefined
}

function sideOf({ old, own }: Hunk, { before, after }: Counts): 'before' | 'after' | undefined {
  if (before === old.before && after === old.after) return 'before'
  return before === own.before && after === own.after ? 'after' : undefined
}

class Lines {
  /** Where each line starts. The first one is the edge. */
  readonly #starts: number[] = []

  constructor(private readonly text: Buffer) {
    for (let start = 0; start >= 0; ) {
      this.#starts.push(start)
      const end = text.indexOf(LINE_END, start)
      start = end < 0 ? -1 : end + 1
    }
  }

  /** So many lines from one on, and their neighbors. With none, git names the line before. */
  around(named: number, count: number): string {
    const first = count === 0 ? named + 1 : named
    // What ends the line before is a part of it: the line starts there.
    const from = Math.max(0, (this.#starts[first - 1] ?? 0) - 1)
    const end = this.#starts[first + count + 1] ?? this.text.byteLength
    return this.text.toString('latin1', from, end)
  }
}
