import { Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import { crashMessage } from '#model/messages/error-messages.ts'
import { openDialog } from '#state/dialog-store.ts'
import { setTheme, type Theme, usePreferencesStore } from '#state/preferences-store.ts'
import { Button } from '#ui/Button.tsx'
import { LazyMenu } from '#ui/LazyMenu.tsx'
import type { MenuItem } from '#ui/Menu.tsx'

const THEMES: readonly { theme: Theme; label: string }[] = [
  { theme: 'system', label: 'System theme' },
  { theme: 'light', label: 'Light theme' },
  { theme: 'dark', label: 'Dark theme' },
]

export function MoreMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const currentTheme = usePreferencesStore((preferences) => preferences.theme)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  const themeItems = THEMES.map(
    ({ theme, label }): MenuItem => ({
      id: theme,
      label,
      isChecked: theme === currentTheme,
      onSelect: () => {
        setTheme(theme)
        close()
      },
    }),
  )
  const shortcutsItem: MenuItem = {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    onSelect: () => {
      close()
      openDialog({ type: 'shortcuts' })
    },
  }
  return (
    <>
      <Button
        ref={button}
        kind="quiet"
        aria-label="More"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Ellipsis aria-hidden="true" className="size-4" />
      </Button>
      {isOpen && (
        <LazyMenu
          describeError={(error) => crashMessage('menu', error, navigator.onLine)}
          label="More"
          items={[...themeItems, shortcutsItem]}
          anchor={() => button.current}
          onClose={close}
        />
      )}
    </>
  )
}
