import type { RefObject } from 'react'
import { afterPaint, whenIdle } from '#hooks/schedule.ts'
import { afterFrames } from './after-frames.ts'
import type { DragHandlers } from './drag-handlers.ts'
import { type Carry, followPointer } from './follow-pointer.ts'
import type { Press } from './press.ts'
import type { DragEvents } from './sensors.ts'

/** The steps of a drag go before what the columns say about the card. */
const MAX_MARKS_DELAY_MS = 100
/** The next press doesn't wait for it. */
const MAX_RELEASE_DELAY_MS = 300

/** What the columns show while a card is carried. */
export interface Marks {
  /** The column under the pointer. */
  overKey: string | undefined
}

/**
 * One drag after the other: what the sensors report, and what the board does then.
 *
 * 1. Press: `begin`. The sensors watch it; nothing has changed yet.
 * 2. Start, after 6 px or 220 ms: the copy of the card follows the pointer, without React.
 * 3. Two frames are painted: the board is told, and stays as it is (`onDragStart`). In between, the
 *    copy has moved once.
 * 4. The page is idle: the columns show their verdicts (`onPickedUp`), in portals of React.
 * 5. Drop: the copy is in its new column in the same frame.
 * 6. The next frame: the move is requested (`onDrop`). Two frames after it: the board renders it,
 *    and the copy goes (`onFinished`).
 * 7. The page is idle: dnd-kit learns that the press is over, which costs a render.
 *
 * A refused drop and a cancel do 6 at once. A new press does what is left of the last drag first.
 */
export class Drag implements DragEvents {
  #press: Press | undefined
  #carry: Carry | undefined
  #cancelReports: () => void = () => undefined
  #cancelRelease: () => void = () => undefined
  #release: (() => void) | undefined
  #isStarted = false
  #isPickedUp = false
  /** After a drop, does at once what still waits for a frame. */
  #finishDrop: () => void = () => undefined

  constructor(
    private readonly boardRef: RefObject<HTMLElement | null>,
    private readonly handlers: RefObject<DragHandlers>,
    private readonly onMarks: (marks: Marks | undefined) => void,
  ) {}

  /** Calls `listen`, so that the sensors watch the press, unless a card is carried. */
  begin(press: Press, listen: () => void): void {
    if (this.#carry) return
    this.#releaseNow()
    this.#press = press
    listen()
  }

  /** For a press that comes before the board has rendered the last drop. */
  finishDrop(): void {
    this.#finishDrop()
  }

  /**
   * The copy of the card is there at once. After that frame, the board stays as it is, and when the
   * page is idle, the columns show their verdicts.
   */
  readonly onStart = (): void => {
    if (!this.#press?.element.isConnected || !this.boardRef.current) return
    const showOver = (overKey: string | undefined) => {
      if (this.#isPickedUp) this.onMarks({ overKey })
    }
    const count = this.handlers.current.carriedCount(this.#press.cardId)
    this.#carry = followPointer(this.#press, this.boardRef.current, { count, onOver: showOver })
    this.#isStarted = false
    this.#isPickedUp = false
    const report = () => {
      this.#reportStart()
      this.#cancelReports = whenIdle(() => {
        this.#reportPickUp()
        this.onMarks({ overKey: this.#carry?.columnKey() })
      }, MAX_MARKS_DELAY_MS)
    }
    this.#cancelReports = afterPaint(() => {
      this.#cancelReports = afterPaint(report)
    })
  }

  /**
   * The card is in its new column at once. The request leaves after that frame, and the board
   * renders two frames later: a slow device takes that long until the first of them is on the
   * screen, and a render would hold it up.
   */
  readonly onEnd = (): void => {
    if (!this.#press || !this.#carry) return
    this.#cancelReports()
    const { cardId } = this.#press
    const columnKey = this.#carry.columnKey()
    const handlers = this.handlers.current
    const drop = () => {
      this.#reportPickUp()
      handlers.onDrop(cardId, columnKey)
    }
    if (columnKey !== undefined && handlers.canDrop(cardId, columnKey)) {
      this.#carry.land()
      this.#finishDrop = afterFrames([drop, () => undefined, this.#finish])
      return
    }
    try {
      drop()
    } finally {
      this.#finish()
    }
  }

  readonly onCancel = (): void => {
    this.#reportPickUp()
    this.handlers.current.onCancel()
    this.#finish()
  }

  readonly onRelease = (release: () => void): void => {
    this.#release = release
    this.#cancelRelease = afterPaint(() => {
      this.#cancelRelease = whenIdle(this.#releaseNow, MAX_RELEASE_DELAY_MS)
    })
  }

  /** Nothing of a drag is left after this, but a drop counts. */
  dispose(): void {
    this.#finishDrop()
    // Another layout takes the place of this one.
    if (this.#carry) this.#finish()
    else this.#stop()
  }

  readonly #finish = (): void => {
    this.#stop()
    this.handlers.current.onFinished()
  }

  /** Removes the copy of the card, and stops following the pointer. */
  #stop(): void {
    this.#cancelReports()
    this.#carry?.stop()
    this.#carry = undefined
    this.onMarks(undefined)
  }

  #reportStart(): void {
    if (this.#isStarted || !this.#press) return
    this.#isStarted = true
    this.handlers.current.onDragStart(this.#press.cardId)
  }

  #reportPickUp(): void {
    this.#reportStart()
    if (this.#isPickedUp || !this.#press) return
    this.#isPickedUp = true
    this.handlers.current.onPickedUp(this.#press.cardId)
  }

  readonly #releaseNow = (): void => {
    this.#cancelRelease()
    this.#release?.()
    this.#release = undefined
  }
}
