import { closeDialog } from '#state/dialog-store.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { modifierKeys } from '#ui/modifier-keys.ts'

const SHORTCUTS: readonly (readonly [keys: string, effect: string])[] = [
  ['↑ ↓ Home End', 'move along the column'],
  ['← →', 'nearest card of the neighboring column'],
  ['Enter', 'open the card'],
  ['M', 'move to… (type to find a column)'],
  ['] and [', 'move to the next or previous column'],
  ['L', 'edit labels'],
  ['C', 'copy the link of the card'],
  ['J K', 'next or previous card, with an open card'],
  ['/', 'filter cards'],
  ['R', 'refresh'],
  ['W', 'switch workspace (Enter: previous one)'],
  ['G then L', 'labels of the board'],
  [modifierKeys('K'), 'find a card, a board, or a command'],
  [modifierKeys('Z'), 'undo the last change'],
  ['?', 'this list'],
]

export function ShortcutsDialog() {
  return (
    <Dialog title="Keyboard shortcuts" onClose={closeDialog}>
      <dl tabIndex={0} className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
        {SHORTCUTS.map(([keys, effect]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="keycap">{keys}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
