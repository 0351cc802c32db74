import { columnTabsIn } from '../board-marks.ts'

interface Tab {
  key: string
  left: number
  right: number
}

/**
 * Where the column tabs of a narrow screen are during a drag. Each is a way to drop a card in a
 * column that is out of sight.
 */
export class ColumnTabsGeometry {
  readonly left: number
  readonly right: number
  readonly #top: number
  readonly #bottom: number
  readonly #tabs: readonly Tab[]
  readonly #measuredAt: number

  constructor(readonly strip: HTMLElement) {
    const { left, right, top, bottom } = strip.getBoundingClientRect()
    this.left = left
    this.right = right
    this.#top = top
    this.#bottom = bottom
    this.#measuredAt = strip.scrollLeft
    this.#tabs = columnTabsIn(strip).map(({ key, element }) => {
      const { left, right } = element.getBoundingClientRect()
      return { key, left, right }
    })
  }

  hasInHeight(y: number): boolean {
    return y >= this.#top && y <= this.#bottom
  }

  /** The key of the column whose tab is at a point. */
  columnAt({ x, y }: { x: number; y: number }): string | undefined {
    if (!this.hasInHeight(y)) return undefined
    const shift = this.#measuredAt - this.strip.scrollLeft
    return this.#tabs.find(({ left, right }) => x >= left + shift && x <= right + shift)?.key
  }
}
