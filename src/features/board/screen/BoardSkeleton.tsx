import { LOADING_BOARD } from '#messages/board-messages.ts'
import { BoardGrid, ColumnFrame, ColumnHead } from './BoardGrid.tsx'

const BLOCK = 'rounded-lg border border-line bg-sunken'

/**
 * The shape of the board while it loads for the first time, so that nothing moves when it arrives.
 */
export function BoardSkeleton() {
  return (
    <BoardGrid role="status" aria-label={LOADING_BOARD} className="appear-late">
      {[5, 4, 6, 3, 4].map((cards, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing, never reordered
        <ColumnFrame key={column} aria-hidden="true">
          <ColumnHead>
            <span className={`${BLOCK} h-4 w-24`} />
          </ColumnHead>
          <div className="flex flex-col gap-2 pt-1.5">
            {Array.from({ length: cards }, (_, card) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing, never reordered
              <div key={card} className={`${BLOCK} h-22`} />
            ))}
          </div>
        </ColumnFrame>
      ))}
    </BoardGrid>
  )
}
