import { setSingleKeys, setTheme } from '#state/change-preferences.ts'
import { openDialog } from '#state/dialog-store.ts'
import { type Theme, usePreferencesStore } from '#state/preferences-store.ts'
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
    shortcut: '?',
    onSelect: () => {
      onClose()
      openDialog({ type: 'shortcuts' })
    },
  }
  return (
    <Menu
      label="More"
      items={[...themeItems, singleKeysItem, shortcutsItem]}
      anchor={anchor}
      onClose={onClose}
    />
  )
}
