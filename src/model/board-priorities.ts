import type { Board } from '#contract/readers/read-board.ts'

const COMMON_PRIORITIES = ['urgent', 'high', 'medium', 'low']

/** The priorities of a board's cards: the common ones by urgency, then any others. [gap G17] */
export function boardPriorities(board: Board): string[] {
  const present = new Set(
    board.columns.flatMap((column) => column.cards.map((card) => card.priority)),
  )
  present.delete('')
  const others = [...present].filter((priority) => !COMMON_PRIORITIES.includes(priority)).sort()
  return [...COMMON_PRIORITIES.filter((priority) => present.has(priority)), ...others]
}
