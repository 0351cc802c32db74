import { columnElements, columnKeyOf, columnParts, columnTabStrip } from '../board-marks.ts'
import { ColumnTabsGeometry } from './column-tabs-geometry.ts'

/** How far beside a column a drop still counts, in pixels. */
const TOLERANCE = 24

interface Area {
  key: string
  column: HTMLElement
  list: HTMLElement | undefined
  left: number
  right: number
}

interface Point {
  x: number
  y: number
}

interface Edges {
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Where the columns are during a drag. It is measured when the drag starts and follows the board's
 * scroll events, because asking the browser at each step would cost a layout each time.
 */
export class ColumnGeometry {
  board: Edges
  /** Above and below, the cards scroll. */
  lists: Pick<Edges, 'top' | 'bottom'>
  readonly tabs: ColumnTabsGeometry | undefined
  readonly #element: HTMLElement
  #areas: Area[]
  #scrollLeft: number
  #measuredAt: number

  constructor(element: HTMLElement) {
    this.#element = element
    this.#scrollLeft = element.scrollLeft
    this.#measuredAt = element.scrollLeft
    this.board = element.getBoundingClientRect()
    this.#areas = columnElements(element).map((column) => {
      const { left, right } = column.getBoundingClientRect()
      const { list } = columnParts(column)
      return { key: columnKeyOf(column), column, list, left, right }
    })
    const strip = columnTabStrip()
    this.tabs = strip ? new ColumnTabsGeometry(strip) : undefined
    this.lists = this.#areas.find(({ list }) => list)?.list?.getBoundingClientRect() ?? this.board
  }

  /** For a scroll event of the board. */
  handleScroll(): void {
    this.#scrollLeft = this.#element.scrollLeft
  }

  /**
   * The key of the column at a point or with its tab there, or of the nearest one within the
   * tolerance. A drop elsewhere cancels the move.
   */
  columnAt({ x, y }: Point): string | undefined {
    const withTab = this.tabs?.columnAt({ x, y })
    if (withTab !== undefined) return withTab
    const { top, bottom } = this.board
    const beyond = Math.max(top - y, 0, y - bottom)
    const shift = this.#shift()
    const distances = this.#areas.map(({ key, left, right }) => {
      const beside = Math.max(left + shift - x, 0, x - right - shift)
      return { key, distance: Math.hypot(beside, beyond) }
    })
    const near = distances.filter(({ distance }) => distance <= TOLERANCE)
    const [nearest] = near.sort((a, b) => a.distance - b.distance)
    return nearest?.key
  }

  /** The list of cards that is above or below a point. */
  listAt(x: number): HTMLElement | undefined {
    const shift = this.#shift()
    const area = this.#areas.find(({ left, right }) => x >= left + shift && x <= right + shift)
    return area?.list
  }

  /** The list of cards of a column. */
  listOf(key: string | undefined): HTMLElement | undefined {
    return this.#areas.find((area) => area.key === key)?.list
  }

  /** Scrolls to a column. */
  showColumn(key: string | undefined, behavior: ScrollBehavior = 'instant'): void {
    const area = this.#areas.find((candidate) => candidate.key === key)
    area?.column.scrollIntoView({ inline: 'start', block: 'nearest', behavior })
  }

  /** Whether a column fills the width, as on a phone: then its verdict needs all of it. */
  get isOneInSight(): boolean {
    const [first] = this.#areas
    const width = this.board.right - this.board.left
    return first !== undefined && first.right - first.left > width * 0.8
  }

  #shift(): number {
    return this.#measuredAt - this.#scrollLeft
  }
}
