export interface RowOptions<T> {
  /** Unique among the items. */
  keyOf: (item: T) => string
  /** Height of a row in pixels until it is on the screen. */
  estimateHeight: (item: T) => number
  /** Between two rows, in pixels. */
  gap: number
  /** Whether the list scrolls to a row that gets the focus. By default, it does. */
  followsFocus?: () => boolean
  /**
   * Tells a screen reader how to reach the rows below those that exist, or a reader on paper how
   * many there are.
   */
  moreMessage?: (count: number, isPrinted: boolean) => string
}

/** The rows that exist: from `first` up to, and without, `end`. */
export interface RowRange {
  first: number
  end: number
}

/** Heights of rows that were on the screen, in pixels, by key. */
export class MeasuredHeights extends Map<string, number> {
  /** How often a height was measured. */
  count = 0

  override set(key: string, height: number): this {
    this.count += 1
    return super.set(key, height)
  }
}

/**
 * Where the rows of a list are, in pixels from its top: measured heights where they are known, and
 * estimates elsewhere. A new height costs a pass over the rows below it.
 */
export class RowPositions<T> {
  readonly #heights: Float64Array
  /** The top of each row, and of the row that would follow the last one. */
  readonly #tops: Float64Array
  /** The tops after this index have to be computed again. */
  #validUpTo = 0
  /** `measured.count` as far as the heights include it. */
  #count: number

  /**
   * @param measured known heights by key; new ones are added.
   * @param before the same list before a change: rows above and below the change keep their height.
   */
  constructor(
    readonly items: readonly T[],
    private readonly options: RowOptions<T>,
    private readonly measured: MeasuredHeights,
    before?: RowPositions<T>,
  ) {
    this.#count = measured.count
    this.#tops = new Float64Array(items.length + 1)
    this.#heights = new Float64Array(items.length)
    const all = { first: 0, end: items.length }
    // What was measured after the list rendered, the list before doesn't know.
    const isUsable = before !== undefined && before.#count === measured.count
    const { first, end } = isUsable ? this.#keepHeights(before) : all
    const { keyOf, estimateHeight } = options
    for (let index = first; index < end; index += 1) {
      const item = items[index] as T
      const known = measured.size > 0 ? measured.get(keyOf(item)) : undefined
      this.#heights[index] = known ?? estimateHeight(item)
    }
  }

  /** Returns the rows that are new. */
  #keepHeights(before: RowPositions<T>): RowRange {
    const [length, lengthBefore] = [this.items.length, before.items.length]
    const shortest = Math.min(length, lengthBefore)
    let above = 0
    while (above < shortest && this.items[above] === before.items[above]) above += 1
    const isSameFromEnd = (count: number) =>
      this.items[length - count] === before.items[lengthBefore - count]
    let below = 0
    while (below < shortest - above && isSameFromEnd(below + 1)) below += 1
    this.#heights.set(before.#heights.subarray(0, above))
    this.#heights.set(before.#heights.subarray(lengthBefore - below), length - below)
    return { first: above, end: length - below }
  }

  /** Returns how much the row has grown. */
  measure(index: number, height: number): number {
    const item = this.items[index]
    if (item === undefined) return 0
    const isCurrent = this.#count === this.measured.count
    this.measured.set(this.options.keyOf(item), height)
    if (isCurrent) this.#count = this.measured.count
    const growth = height - (this.#heights[index] ?? 0)
    if (growth !== 0) {
      this.#heights[index] = height
      this.#validUpTo = Math.min(this.#validUpTo, index)
    }
    return growth
  }

  /** The top of a row; for the number of rows, of one that would follow the last one. */
  topOf(index: number): number {
    this.#computeTops()
    return this.#tops[index] ?? 0
  }

  /**
   * The height of this row and all rows below it, each with its gap, as in the flow: what comes
   * after the list doesn't move when the last row gets there.
   */
  heightFrom(index: number): number {
    return this.topOf(this.items.length) - this.topOf(index)
  }

  /** The row at this height, or the nearest one. */
  indexAt(y: number): number {
    this.#computeTops()
    let [low, high] = [0, Math.max(0, this.items.length - 1)]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#tops[middle] ?? 0) <= y) low = middle
      else high = middle - 1
    }
    return low
  }

  rangeBetween(top: number, bottom: number): RowRange {
    if (this.items.length === 0) return { first: 0, end: 0 }
    return { first: this.indexAt(top), end: this.indexAt(bottom) + 1 }
  }

  #computeTops(): void {
    const { gap } = this.options
    for (let index = this.#validUpTo; index < this.items.length; index += 1) {
      this.#tops[index + 1] = (this.#tops[index] ?? 0) + (this.#heights[index] ?? 0) + gap
    }
    this.#validUpTo = this.items.length
  }
}
