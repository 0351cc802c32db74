import type { FileCard, FileColumn } from '../boards/board-file.ts'
import { messages } from '../messages/messages.ts'

/** Cards that show what a repository can have besides plain merges, by their numbers. */
export const SPECIAL_CARDS = {
  /** In its column by its changes alone. */
  squashed: 104,
  /** Merged, and taken back. */
  reverted: 143,
  /** Of its two files, the next column has one. */
  partly: 109,
  /** It changes nothing, so there is nothing to merge, and no column has it. */
  empty: 111,
  /** Its next move would conflict. Nobody has tried it. */
  conflicting: 137,
  checksRed: 125,
  checksRunning: 151,
} as const

/** The releases, of which the last one has all cards of the last column. */
const RELEASES = ['v1.0.0', 'v1.1.0'] as const

/**
 * A history for `git fast-import`, in which the cards of a board are branches that really conflict,
 * have red checks, or have nothing to merge.
 */
export function demoHistory(
  cards: readonly FileCard[],
  columns: readonly FileColumn[],
  stages: readonly string[],
  config: object,
): string {
  const history = new History()
  const start = history.commit({
    branch: 'main',
    message: 'Start the project',
    files: { '.board.json': `${JSON.stringify(config, null, 2)}\n`, 'README.md': '# Demo\n' },
  })
  for (const stage of stages.slice(1)) history.branch(stage, start)
  const names = columns.map(({ name }) => name)
  // The board shows the newest first: its order is that of the file.
  const commits = new Map(
    cards.toReversed().map((card) => [card, commitCard(history, card, start)] as const),
  )
  const placed = cards.map((card): PlacedCard => {
    const column = Math.max(0, names.indexOf(card.column ?? ''))
    return { card, column, file: `src/${slug(card)}.ts`, commit: commits.get(card) ?? start }
  })
  for (const [index, stage] of stages.entries()) {
    for (const one of placed) fillStage(history, one, stage, index)
  }
  for (const one of placed) noteChecks(history, one)
  release(history, placed, stages)
  const taken = placed.find(({ card }) => card.number === SPECIAL_CARDS.reverted)
  // The last commit on its branch: `revertLast` takes it back.
  if (taken) mergeCard(history, taken, stages[0] ?? '')
  return history.text()
}

/** The first release has the first half of what is released. */
function release(history: History, placed: readonly PlacedCard[], stages: readonly string[]): void {
  const [first, last] = RELEASES
  const merges = placed.flatMap(({ column, released }) =>
    column === stages.length && released !== undefined ? [released] : [],
  )
  const [middle, end] = [merges[Math.floor(merges.length / 2)], merges.at(-1)]
  if (middle !== undefined) history.tag(first, middle)
  if (end !== undefined) history.tag(last, end)
}

function fillStage(history: History, card: PlacedCard, stage: string, index: number): void {
  if (card.column > index) card.released = mergeCard(history, card, stage)
  else if (card.column === index) getInTheWay(history, card, stage)
}

function noteChecks(history: History, { card, commit }: PlacedCard): void {
  const { number } = card
  if (card.refusal?.code === 'checks_red') history.note(commit, noteFor(card.refusal.reason))
  else if (number === SPECIAL_CARDS.checksRed)
    history.note(commit, 'unit-tests: failure 2 tests failed')
  else if (number === SPECIAL_CARDS.checksRunning) history.note(commit, 'unit-tests: pending')
  else if ((number ?? 0) % 3 === 0) history.note(commit, 'unit-tests: success\nlint: success')
}

interface PlacedCard {
  card: FileCard
  column: number
  file: string
  commit: number
  /** The commit that brought it into its column. */
  released?: number
}

/** Between the cards: the oldest ones had no commit for over 30 days. */
const HALF_A_DAY = 43_200
const FIRST_DAY = 35 * 86_400

const branchNameOf = (card: FileCard) => `card/${card.number}-${slug(card)}`

function commitCard(history: History, card: FileCard, from: number): number {
  return history.commit({
    branch: branchNameOf(card),
    message: card.title,
    files: filesOf(card),
    author: card.assignee,
    from,
    seconds: HALF_A_DAY,
  })
}

function mergeCard(history: History, { card, commit }: PlacedCard, branch: string): number {
  const isSquashed = card.number === SPECIAL_CARDS.squashed
  return history.commit({
    branch,
    message: isSquashed
      ? `${card.title} (#${card.number})`
      : `${messages.repository.mergeSubject(branchNameOf(card), card.number ?? 0, branch)}\n\n${card.title}`,
    files: filesOf(card),
    ...(isSquashed ? {} : { merge: commit }),
  })
}

const SOMEBODY_ELSE = 'Mei Tanaka'

/** Gives the next stage what makes the promotion fail, or a part of the card. */
function getInTheWay(history: History, { card, file }: PlacedCard, branch: string): void {
  if (card.refusal?.code === 'conflicts' || card.number === SPECIAL_CARDS.conflicting) {
    const files = { [file]: '// Written at the same time by somebody else.\n' }
    history.commit({ branch, message: `Write ${file}`, files, author: SOMEBODY_ELSE })
  }
  if (card.number === SPECIAL_CARDS.partly) {
    const files = { [file]: contentOf(card) }
    history.commit({ branch, message: `Pick ${file} from ${branchNameOf(card)}`, files })
  }
}

function filesOf(card: FileCard): Record<string, string> {
  if (card.number === SPECIAL_CARDS.empty) return {}
  const test = { [`test/${slug(card)}.test.ts`]: contentOf(card) }
  const isPartly = card.number === SPECIAL_CARDS.partly
  return { [`src/${slug(card)}.ts`]: contentOf(card), ...(isPartly ? test : {}) }
}

function contentOf({ title, number }: FileCard): string {
  return `// #${number}: ${title}\nexport {}\n`
}

/** "checks are red: unit-tests failed" becomes the line of a note. */
function noteFor(reason: string): string {
  const [, name = 'build', detail = ''] = /red: (.+?) failed,? ?(.*)$/.exec(reason) ?? []
  return `${name}: failure ${detail}`
}

function slug({ title }: FileCard): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
}

interface NewCommit {
  branch: string
  message: string
  files: Readonly<Record<string, string>>
  /** Without one, a commit has no author's name. */
  author?: string | undefined
  from?: number
  merge?: number
  /** After the commit before. */
  seconds?: number
}

/** Writes the stream that `git fast-import` reads. */
class History {
  readonly #lines: string[] = []
  #mark = 0
  #time = Math.floor(Date.now() / 1_000) - FIRST_DAY

  commit({ branch, message, files, author, from, merge, seconds = 60 }: NewCommit): number {
    this.#mark += 1
    this.#time += seconds
    const name = author ? `${author} ` : ''
    const email = author ? `${author.toLowerCase().replace(/[^a-z]+/g, '.')}@demo.invalid` : 'demo'
    this.#lines.push(
      `commit refs/heads/${branch}`,
      `mark :${this.#mark}`,
      `author ${name}<${email}> ${this.#time} +0000`,
      `committer Demo <demo@demo.invalid> ${this.#time} +0000`,
      data(message),
      ...(from === undefined ? [] : [`from :${from}`]),
      ...(merge === undefined ? [] : [`merge :${merge}`]),
      ...Object.entries(files).flatMap(([path, text]) => [`M 100644 inline ${path}`, data(text)]),
    )
    return this.#mark
  }

  branch(name: string, commit: number): void {
    this.#lines.push(`reset refs/heads/${name}`, `from :${commit}`, '')
  }

  tag(name: string, commit: number): void {
    this.#lines.push(`reset refs/tags/${name}`, `from :${commit}`, '')
  }

  note(commit: number, text: string): void {
    this.#lines.push(
      'commit refs/notes/checks',
      `committer Demo <demo@demo.invalid> ${this.#time} +0000`,
      data('Record the checks'),
      `N inline :${commit}`,
      data(text),
    )
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`
  }
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`
}
