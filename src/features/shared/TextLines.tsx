import { ALL_CARDS } from '#messages/list-messages.ts'
import { VirtualList } from '#ui/VirtualList.tsx'

interface Line {
  key: string
  text: string
}

const ROWS = {
  keyOf: ({ key }: Line) => key,
  estimateHeight: () => 34,
  gap: 4,
}

const LIST =
  'max-h-[min(20rem,50dvh)] overflow-y-auto scrollbar-thin rounded-md border border-line p-2'

interface TextLinesProps {
  /** They keep their order: new ones come at the end. */
  lines: readonly string[]
}

/** A sentence for each card, however many there are. */
export function TextLines({ lines }: TextLinesProps) {
  // Cards without a number can have the same title.
  const items = lines.map((text, index): Line => ({ key: String(index), text }))
  return (
    <VirtualList items={items} rows={ROWS} label={ALL_CARDS} className={LIST}>
      {({ text }) => (
        <p className="text-xs" dir="auto">
          {text}
        </p>
      )}
    </VirtualList>
  )
}
