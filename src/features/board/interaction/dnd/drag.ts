import type { RefObject } from 'react'
import { afterPaint } from '#hooks/after-paint.ts'
import { whenIdle } from '#hooks/when-idle.ts'
import { afterFrames } from './after-frames.ts'
import type { DragHandlers } from './drag-handlers.ts'
import { type Carry, followPointer } from './follow-pointer.ts'
import type { Press } from './press.ts'
import type { DragEvents } from './sensors.ts'

/** What the columns say about the card comes with the next frames, but steps of the drag go first. */
const MAX_REPORT_DELAY_MS = 100
/** The next press doesn't wait for it. */
const MAX_RELEASE_DELAY_MS = 300

/** One drag after the other: what the sensors report, and what the board does then. */
export class Drag implements DragEvents {
  #press: Press | undefined
  #carry: Carry | undefined
  #cancelReport: () => void = () => undefined
  #cancelRelease: () => void = () => undefined
  #release: (() => void) | undefined
  #isReported = false
  /** After a drop, does at once what still waits for a frame. */
  #finishDrop: () => void = () => undefined

  constructor(
    private readonly boardRef: RefObject<HTMLElement | null>,
    private readonly handlers: RefObject<DragHandlers>,
    private readonly onOver: (columnKey: string | undefined) => void,
  ) {}

  /** Calls `listen`, so that the sensors watch the press, unless a card is carried. */
  begin(press: Press, listen: () => void): void {
    this.#finishDrop()
    if (this.#carry) return
    this.#releaseNow()
    this.#press = press
    listen()
  }

  /** The copy of the card is there at once. Other changes on the board come with the next frame. */
  readonly onStart = (): void => {
    if (!this.#press || !this.boardRef.current) return
    this.#carry = followPointer(this.#press, this.boardRef.current, this.onOver)
    this.#isReported = false
    this.#cancelReport = idleAfterPaint(this.#report, MAX_REPORT_DELAY_MS)
  }

  /**
   * The card is in its new column at once. The request leaves after that frame, and the board
   * renders after the next one: together, they would hold up a slow device for several frames.
   */
  readonly onEnd = (): void => {
    if (!this.#press || !this.#carry) return
    const { cardId } = this.#press
    const columnKey = this.#carry.columnKey()
    const handlers = this.handlers.current
    const drop = () => {
      this.#report()
      this.onOver(undefined)
      handlers.onDrop(cardId, columnKey)
    }
    const end = () => {
      this.stop()
      handlers.onEnd()
    }
    if (columnKey !== undefined && handlers.canDrop(cardId, columnKey)) {
      this.#carry.land()
      this.#finishDrop = afterFrames([drop, end])
    } else {
      drop()
      end()
    }
  }

  readonly onCancel = (): void => {
    this.#report()
    this.stop()
    this.handlers.current.onCancel()
    this.handlers.current.onEnd()
  }

  readonly onRelease = (release: () => void): void => {
    this.#release = release
    this.#cancelRelease = idleAfterPaint(this.#releaseNow, MAX_RELEASE_DELAY_MS)
  }

  /** Nothing of a drag is left after this, but a drop counts. */
  dispose(): void {
    this.#finishDrop()
    this.stop()
  }

  /** Removes the copy of the card, and stops following the pointer. */
  stop(): void {
    this.#cancelReport()
    this.#carry?.stop()
    this.#carry = undefined
    this.onOver(undefined)
  }

  readonly #report = (): void => {
    this.#cancelReport()
    if (this.#isReported || !this.#press) return
    this.#isReported = true
    this.handlers.current.onDragStart(this.#press.cardId)
  }

  readonly #releaseNow = (): void => {
    this.#cancelRelease()
    this.#release?.()
    this.#release = undefined
  }
}

function idleAfterPaint(act: () => void, timeoutMs: number): () => void {
  let cancel = afterPaint(() => {
    cancel = whenIdle(act, timeoutMs)
  })
  return () => cancel()
}
