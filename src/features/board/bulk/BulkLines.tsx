import { VirtualList } from '#ui/VirtualList.tsx'

const ROWS = {
  keyOf: (line: string) => line,
  estimateHeight: () => 34,
  gap: 4,
}

const LIST =
  'max-h-[min(20rem,50dvh)] overflow-y-auto scrollbar-thin rounded-md border border-line p-2'

interface BulkLinesProps {
  /** Each begins with the name of its card, so none is there twice. */
  lines: readonly string[]
}

/** A sentence for each card, however many there are. */
export function BulkLines({ lines }: BulkLinesProps) {
  return (
    <VirtualList items={lines} rows={ROWS} label="Cards" className={LIST}>
      {(line) => (
        <p className="text-xs" dir="auto">
          {line}
        </p>
      )}
    </VirtualList>
  )
}
