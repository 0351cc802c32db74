import type { ColumnGeometry } from './column-geometry.ts'

/** Distance from an edge, in pixels, within which scrolling starts. */
const EDGE_ZONE = 64
/** The least time in which the whole width goes by. */
const FRAMES_PER_WIDTH = 60
/** Pixels per frame. */
const MAX_SPEED = 18

interface Point {
  x: number
  y: number
}

/** Pixels to scroll in one frame: negative near the start, positive near the end, otherwise 0. */
export function speed(position: number, start: number, end: number): number {
  const zone = Math.min(EDGE_ZONE, (end - start) / 4)
  if (position < start + zone) return -ramp((start + zone - position) / zone)
  if (position > end - zone) return ramp((position - end + zone) / zone)
  return 0
}

function ramp(depth: number): number {
  return Math.round(MAX_SPEED * Math.min(1, Math.max(0, depth)) ** 2)
}

/**
 * Scrolls while the pointer is near an edge: the column under it up and down, and the board or the
 * column tabs left and right. dnd-kit's own autoscroll does not scroll a list inside a droppable.
 */
export class Autoscroll {
  #frame = 0
  /** Whether the board has scrolled to the side since it last rested. */
  #isAcross = false
  #pointer: Point = { x: 0, y: 0 }

  constructor(
    private readonly board: HTMLElement,
    private readonly geometry: ColumnGeometry,
  ) {}

  follow(pointer: Point): void {
    this.#pointer = pointer
    if (this.#frame === 0 && this.#isNearEdge()) this.#frame = requestAnimationFrame(this.#step)
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
  }

  #isNearEdge(): boolean {
    return this.#horizontal() !== 0 || this.#vertical() !== 0
  }

  #horizontal(): number {
    const { left, right } = this.#tabs() ?? this.geometry.board
    // On a phone, a column fills the width, and must not rush past.
    const limit = Math.round((right - left) / FRAMES_PER_WIDTH)
    const wanted = speed(this.#pointer.x, left, right)
    return Math.max(-limit, Math.min(limit, wanted))
  }

  /** The column tabs, while the pointer is over them. */
  #tabs() {
    const { tabs } = this.geometry
    return tabs?.hasInHeight(this.#pointer.y) ? tabs : undefined
  }

  #vertical(): number {
    if (this.#tabs()) return 0
    const { top, bottom } = this.geometry.lists
    return speed(this.#pointer.y, top, bottom)
  }

  readonly #step = (): void => {
    const [horizontal, vertical] = [this.#horizontal(), this.#vertical()]
    const row = this.#tabs()?.strip ?? this.board
    if (horizontal !== 0) {
      row.scrollLeft += horizontal
      this.#isAcross = row === this.board
    }
    const list = vertical === 0 ? undefined : this.geometry.listAt(this.#pointer.x)
    if (list) list.scrollTop += vertical
    this.#frame = this.#isNearEdge() ? requestAnimationFrame(this.#step) : 0
    if (this.#horizontal() === 0) this.#rest()
  }

  /** Where one column fills the width, the one under the finger comes into sight as a whole. */
  #rest(): void {
    if (!this.#isAcross) return
    this.#isAcross = false
    if (!this.geometry.isOneInSight) return
    const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const key = this.geometry.columnAt(this.#pointer)
    this.geometry.showColumn(key, isReduced ? 'instant' : 'smooth')
  }
}
