import { useEffect } from 'react'
import { useSettingsStore } from '#state/settings-store.ts'

/** Puts the chosen colours on the page. */
export function useTheme(): void {
  const theme = useSettingsStore((state) => state.theme)
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
}
