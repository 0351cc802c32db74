/** The board's own shape while it is first read, so that nothing jumps when it comes. */
export function BoardSkeleton() {
  return (
    <div className="board" role="status" aria-label="Reading the board">
      {[5, 4, 6, 3, 4].map((cards, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing, never reordered
        <div key={column} className="column" aria-hidden="true">
          <div className="column-head">
            <span className="skeleton h-4 w-24" />
          </div>
          <div className="flex flex-col gap-1.5 px-1 pt-1.5">
            {Array.from({ length: cards }, (_, card) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing, never reordered
              <div key={card} className="skeleton h-22" />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
