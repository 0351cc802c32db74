import type { CardRow } from '../../store/board-reader.ts'
import { BoardStore } from '../../store/board-store.ts'
import type { BoardWriter } from '../../store/board-writer.ts'
import { parseStored } from '../../store/evidence.ts'
import type { Database } from '../../store/open-database.ts'
import { Turns } from '../../turns.ts'
import { type CommitChecks, commitChecks } from '../checks/commit-checks.ts'
import { NotesReader } from '../checks/notes-reader.ts'
import { nextVerdict } from '../checks/pull-verdict.ts'
import { type StoredBranch, storedBranches } from '../config/repository-rows.ts'
import { hasAncestor } from '../sync/place-card.ts'
import type { RepositoryState } from '../sync/read-repository.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'
import { numbersByArrival } from './numbers-by-arrival.ts'
import { checksOutcome, MovePreviewer, type Outcome, type PossibleMove } from './preview-moves.ts'
import { RefusedMoves } from './refused-moves.ts'
import { laterTries, saveTries } from './refused-tries.ts'
import {
  type ColumnPair,
  isShownOtherwise,
  type StoredPreview,
  storedChecks,
  storedOutcome,
} from './stored-preview.ts'

interface PreviewOptions {
  database: Database
  /** Ends what runs. */
  stopping: AbortSignal
  onFault: (requestId: string, error: unknown) => void
}

/**
 * Keeps what the board says about checks and next moves, after each sync, in the background.
 * See .github/decisions/0028-moves-are-tried-in-advance.md.
 */
export class MovePreviews {
  readonly #previewer: MovePreviewer
  readonly #refused: RefusedMoves
  readonly #notes: NotesReader
  #running: Promise<void> | undefined
  #isDue = false

  constructor(
    private readonly board: RepositoryBoard,
    private readonly options: PreviewOptions,
  ) {
    this.#previewer = new MovePreviewer(board, options.stopping)
    this.#refused = new RefusedMoves(board, options.stopping)
    this.#notes = new NotesReader(board.repository.git)
  }

  /** Returns at once. A run that goes on is followed by another one. */
  refresh(): void {
    this.#isDue = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      // One can be asked for between the end of the last and this.
      if (this.#isDue && !this.options.stopping.aborted) this.refresh()
    })
  }

  async settled(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    while (this.#isDue && !this.options.stopping.aborted) {
      this.#isDue = false
      try {
        await this.#update()
      } catch (error) {
        // The board shows less then, and nothing wrong. The next sync tries again.
        if (!this.options.stopping.aborted) this.options.onFault('preview', error)
      }
    }
  }

  async #update(): Promise<void> {
    const { board } = this
    const { state } = board
    if (!state) return
    // Before anything that could disprove them is read.
    const refusals = await this.#refusals()
    const rows = await storedBranches(this.options.database.reader, board.boardId)
    const readable = rows.filter(({ head }) => state.isKnown(head))
    const moves = await this.#possibleMoves(state, readable)
    const heads = readable.map(({ head }) => head)
    const checks = await this.#readChecks(heads)
    this.#rememberStored(readable, moves)
    const outcomes = await this.#previewer.preview([...moves.values()].map(({ move }) => move))
    const numberOf = await this.#numbersOf(rows)
    const broughtTo = numbersByArrival(state, rows, numberOf)
    const changed: ChangedPreview[] = []
    const turns = new Turns()
    for (const row of readable) {
      await turns.pause()
      const own = checks.get(row.head)
      const possible = moves.get(row.cardId)
      const outcome = this.#outcomeOf(row, own, possible?.move.branch) ?? outcomes.get(row.cardId)
      const preview: StoredPreview = {
        head: row.head,
        checks: storedChecks(own),
        next: possible &&
          outcome && {
            ...possible.columns,
            ...storedOutcome(outcome, { numberOf, numberAt: broughtTo(possible.move.branch) }),
          },
        tried: possible && this.#previewer.recall(possible.move),
      }
      const text = JSON.stringify(preview)
      if (text !== row.preview)
        changed.push({ row, text, isVisible: isShownOtherwise(preview, row.preview) })
    }
    await this.#save(changed)
    await this.#retryRefused(readable, checks, refusals)
  }

  /** Of the newest commits of cards. */
  async #readChecks(heads: readonly string[]): Promise<Map<string, CommitChecks>> {
    const { checks } = this.board.config
    const notes = await this.#notes.read(checks, heads)
    const { forge } = this.board
    return new Map(
      [...notes].map(([head, note]) => {
        const told = forge?.resultsOf(head)
        const isKnown = told !== undefined && forge?.isCurrent === true
        return [head, commitChecks(note, told, checks, isKnown)]
      }),
    )
  }

  /** What is in the way of a move before git is asked; undefined when nothing. */
  #outcomeOf(
    { name, head }: StoredBranch,
    own: CommitChecks | undefined,
    branch: string | undefined,
  ): Outcome | undefined {
    const checked = own && checksOutcome(own)
    if (checked) return checked
    const { config, forge } = this.board
    const verdict = nextVerdict(config, forge?.pullOf(name), { head, branch })
    return verdict && { result: verdict }
  }

  /** What an earlier run has tried needn't be tried again. */
  #rememberStored(rows: readonly StoredBranch[], moves: ReadonlyMap<number, ColumnMove>): void {
    for (const { cardId, preview } of rows) {
      const possible = moves.get(cardId)
      const tried = possible && parseStored<StoredPreview>(preview)?.tried
      if (tried) this.#previewer.remember(possible.move, tried)
    }
  }

  async #retryRefused(
    rows: readonly StoredBranch[],
    checks: ReadonlyMap<string, CommitChecks>,
    refusals: ReadonlyMap<number, CardRow>,
  ): Promise<void> {
    const reader = new BoardStore(this.options.database).board(this.board.boardId)
    const refused = rows.flatMap((row) => {
      const card = refusals.get(row.cardId)
      return card ? [{ row, card, checks: checks.get(row.head) }] : []
    })
    const passing = await this.#refused.findPassing(refused, await reader.stages())
    const tries = laterTries(refused, (cardId) => this.#refused.triedAt(cardId))
    if (tries.length > 0) await this.#write((board) => saveTries(board, tries))
    if (passing.length === 0) return
    await this.#write(async (board) => {
      for (const { card } of passing) {
        const now = await board.card(card.number)
        // A new refusal is of another try.
        if (now?.blocked_at === card.blocked_at) await board.unblockCard(now)
      }
    })
  }

  /** Refused cards, by id. */
  async #refusals(): Promise<Map<number, CardRow>> {
    const reader = new BoardStore(this.options.database).board(this.board.boardId)
    const refused = (await reader.cardRows()).filter((card) => card.blocked_reason !== null)
    return new Map(refused.map((card) => [card.id, card]))
  }

  #write(change: (board: BoardWriter) => Promise<void>): Promise<void> {
    const store = new BoardStore(this.options.database)
    const by = { actor: 'repository', now: new Date() }
    return store.write(this.board.boardId, by, change)
  }

  /** Numbers of cards, by their branches. */
  async #numbersOf(rows: readonly StoredBranch[]): Promise<Map<string, number>> {
    const reader = new BoardStore(this.options.database).board(this.board.boardId)
    const numbers = new Map((await reader.cardRows()).map(({ id, number }) => [id, number]))
    return new Map(rows.flatMap(({ name, cardId }) => [[name, numbers.get(cardId) ?? 0] as const]))
  }

  /** By card, into the column after the one that it's in. */
  async #possibleMoves(state: RepositoryState, rows: readonly StoredBranch[]) {
    const reader = new BoardStore(this.options.database).board(this.board.boardId)
    const stages = await reader.stages()
    const placeOf = new Map(stages.map(({ id }, place) => [id, place]))
    const stageOf = await reader.stageOfCards()
    const moves = new Map<number, ColumnMove>()
    for (const row of rows) {
      const fromStageId = stageOf.get(row.cardId) ?? 0
      const place = (placeOf.get(fromStageId) ?? Number.NaN) + 1
      const [to, tip] = [stages[place], state.stageTips[place]]
      const branch = state.stageNames[place]
      if (!to || tip === undefined || branch === undefined || to.branch !== branch) continue
      const { cardId, name, head } = row
      const [net, tree] = [state.nets.get(name), this.board.facts.treeOf(branch, tip)]
      const isNetKnown = net?.tip === head || state.areNetsCurrent
      if (tree === undefined || !isNetKnown) continue
      const isContained = hasAncestor(state, place, head)
      const move = { cardId, name, head, net, branch, tip, tree, isContained }
      moves.set(cardId, { move, columns: { fromStageId, toStageId: to.id } })
    }
    return moves
  }

  async #save(changed: readonly ChangedPreview[]): Promise<void> {
    if (changed.length === 0) return
    await this.#write(async (board) => {
      const turns = new Turns()
      for (const { row, text } of changed) {
        await turns.pause()
        await board.tx
          .updateTable('branches')
          .set({ preview: text })
          .where('card_id', '=', row.cardId)
          .where('head', '=', row.head)
          .execute()
      }
      if (changed.some(({ isVisible }) => isVisible)) board.markChanged()
    })
  }
}

interface ColumnMove {
  move: PossibleMove
  columns: ColumnPair
}

interface ChangedPreview {
  row: StoredBranch
  text: string
  /** Whether the board shows something else. */
  isVisible: boolean
}
