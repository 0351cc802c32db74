import { KEYBOARD_SHORTCUTS } from '#messages/common-messages.ts'
import { END_KEY, ENTER_KEY, HOME_KEY, keyThenKey, SHIFT_KEY } from '#messages/help-messages.ts'
import { keycap } from '#model/keycap.ts'
import { SHORTCUTS, type ShortcutKeys } from '#model/shortcuts.ts'
import { closeDialog } from '#state/dialog-store.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { modifierKeys } from '#ui/Keycap.tsx'

const SIGNS: Partial<Record<ShortcutKeys, string>> = {
  arrowup: '↑',
  arrowdown: '↓',
  'shift+arrowup': `${SHIFT_KEY}+↑`,
  'shift+arrowdown': `${SHIFT_KEY}+↓`,
  arrowleft: '←',
  arrowright: '→',
  home: HOME_KEY,
  end: END_KEY,
  enter: ENTER_KEY,
  'g l': keyThenKey('G', 'L'),
  'g a': keyThenKey('G', 'A'),
  'ctrl+k': modifierKeys('K'),
  'ctrl+z': modifierKeys('Z'),
}

function signOf(keys: ShortcutKeys): string {
  return SIGNS[keys] ?? keycap(keys)
}

export function ShortcutsDialog() {
  return (
    <Dialog title={KEYBOARD_SHORTCUTS} onClose={closeDialog}>
      <dl tabIndex={0} className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
        {SHORTCUTS.map(({ keys, effect }) => (
          <div key={effect} className="contents">
            <dt>
              <kbd className="keycap">{keys.map(signOf).join(' ')}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
