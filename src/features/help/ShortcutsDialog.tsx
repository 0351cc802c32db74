import { Dialog } from '#ui/Dialog.tsx'

const SHORTCUTS: readonly (readonly [keys: string, effect: string])[] = [
  ['↑ ↓ Home End', 'along the column'],
  ['← →', 'nearest card of the neighbouring column'],
  ['Enter', 'open the card'],
  ['M', 'move to… (type to find a column)'],
  ['] and [', 'move to the next or previous column'],
  ['L', 'edit labels'],
  ['/', 'filter cards'],
  ['R', 'refresh'],
  ['W', 'workspaces; Enter goes to the one before'],
  ['G then L', 'labels'],
  ['Ctrl/⌘ K', 'every command, found by typing'],
  ['Ctrl/⌘ Z', 'undo the last move'],
  ['?', 'this list'],
]

/** The keys of the board. Letters act only while a card or the board has the focus. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
        {SHORTCUTS.map(([keys, effect]) => (
          <div key={keys} className="contents">
            <dt className="font-mono">{keys}</dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
