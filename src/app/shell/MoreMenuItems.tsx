import { chooseLanguage } from '#features/shared/choose-language.ts'
import { COARSE_POINTER, useMediaQuery } from '#hooks/use-media-query.ts'
import { ACTIVITY } from '#messages/activity-messages.ts'
import {
  DARK_THEME,
  FIND,
  LIGHT_THEME,
  SINGLE_KEY_SHORTCUTS,
  SYSTEM_THEME,
} from '#messages/app-messages.ts'
import {
  EXPORT_VISIBLE_CARDS,
  KEYBOARD_SHORTCUTS,
  LABEL_VISIBLE_CARDS,
  MORE,
} from '#messages/common-messages.ts'
import { LANGUAGE, LANGUAGE_GROUP } from '#messages/page-messages.ts'
import { keycap } from '#model/keycap.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '#model/languages.ts'
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
  { theme: 'system', label: SYSTEM_THEME },
  { theme: 'light', label: LIGHT_THEME },
  { theme: 'dark', label: DARK_THEME },
]

/** What is about the open board. */
type BoardDialog = 'commands' | 'activity' | 'bulk-label' | 'export'

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
  const languageItems = LANGUAGES.map(
    (language): MenuItem => ({
      id: `language ${language}`,
      group: LANGUAGE_GROUP,
      label: LANGUAGE_NAMES[language],
      lang: language,
      isChecked: language === LANGUAGE,
      onSelect: () => chooseLanguage(language),
    }),
  )
  const { hasSingleKeys } = usePreferencesStore()
  const isTouch = useMediaQuery(COARSE_POINTER)
  const hasBoard = useOptionalBoardAccess() !== undefined
  const opens = (type: BoardDialog, label: string, shortcut?: string): MenuItem => ({
    id: type,
    label,
    shortcut: isTouch ? undefined : shortcut,
    onSelect: () => {
      onClose()
      openDialog({ type })
    },
  })
  const boardItems = [
    opens('commands', FIND, modifierKeys('K')),
    opens('activity', ACTIVITY, keycap('g a')),
    opens('bulk-label', LABEL_VISIBLE_CARDS),
    opens('export', EXPORT_VISIBLE_CARDS),
  ]
  const singleKeysItem: MenuItem = {
    id: 'single-keys',
    label: SINGLE_KEY_SHORTCUTS,
    isChecked: hasSingleKeys,
    isMultiple: true,
    onSelect: () => setSingleKeys(!hasSingleKeys),
  }
  const shortcutsItem: MenuItem = {
    id: 'shortcuts',
    label: KEYBOARD_SHORTCUTS,
    shortcut: keycap('?'),
    onSelect: () => {
      onClose()
      openDialog({ type: 'shortcuts' })
    },
  }
  return (
    <Menu
      label={MORE}
      items={[
        ...(hasBoard ? boardItems : []),
        ...themeItems,
        // A voice and a keyboard beside the screen press keys too.
        singleKeysItem,
        ...(isTouch ? [] : [shortcutsItem]),
        ...languageItems,
      ]}
      anchor={anchor}
      onClose={onClose}
    />
  )
}
