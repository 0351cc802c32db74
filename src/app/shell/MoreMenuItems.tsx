import { COARSE_POINTER, useMediaQuery } from '#hooks/use-media-query.ts'
import { ACTIVITY } from '#messages/activity-messages.ts'
import { keycap } from '#model/keycap.ts'
import { useOptionalBoardAccess } from '#queries/access/board-access.ts'
import { openDialog } from '#state/dialog-store.ts'
import {
  setSingleKeys,
  setTheme,
  type Theme,
  usePreferencesStore,
} from '#state/preferences-store.ts'
import { modifierKeys } from '#ui/Keycap.tsx'
import { Menu, type MenuItem } from '#ui/Menu.tsx'

const THEMES: readonly { theme: Theme; label: string }[] = [
  { theme: 'system', label: 'System theme' },
  { theme: 'light', label: 'Light theme' },
  { theme: 'dark', label: 'Dark theme' },
]

interface MoreMenuItemsProps {
  anchor: () => Element | null
  onClose: () => void
}

export function MoreMenuItems({ anchor, onClose }: MoreMenuItemsProps) {
  const currentTheme = usePreferencesStore((preferences) => preferences.theme)
  const themeItems = THEMES.map(
    ({ theme, label }): MenuItem => ({
      id: theme,
      label,
      isChecked: theme === currentTheme,
      onSelect: () => {
        setTheme(theme)
        onClose()
      },
    }),
  )
  const { hasSingleKeys } = usePreferencesStore()
  const isTouch = useMediaQuery(COARSE_POINTER)
  const hasBoard = useOptionalBoardAccess() !== undefined
  const findItem: MenuItem = {
    id: 'find',
    label: 'Find…',
    shortcut: isTouch ? undefined : modifierKeys('K'),
    onSelect: () => {
      onClose()
      openDialog({ type: 'commands' })
    },
  }
  const activityItem: MenuItem = {
    id: 'activity',
    label: ACTIVITY,
    shortcut: isTouch ? undefined : keycap('g a'),
    onSelect: () => {
      onClose()
      openDialog({ type: 'activity' })
    },
  }
  const singleKeysItem: MenuItem = {
    id: 'single-keys',
    label: 'Single-key shortcuts',
    isChecked: hasSingleKeys,
    isMultiple: true,
    onSelect: () => setSingleKeys(!hasSingleKeys),
  }
  const shortcutsItem: MenuItem = {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    shortcut: keycap('?'),
    onSelect: () => {
      onClose()
      openDialog({ type: 'shortcuts' })
    },
  }
  return (
    <Menu
      label="More"
      items={[
        ...(hasBoard ? [findItem, activityItem] : []),
        ...themeItems,
        // A voice and a keyboard beside the screen press keys too.
        singleKeysItem,
        ...(isTouch ? [] : [shortcutsItem]),
      ]}
      anchor={anchor}
      onClose={onClose}
    />
  )
}
