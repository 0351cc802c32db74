import { useEffect } from 'react'
import { usePreferencesStore } from '#state/preferences-store.ts'

export function useTheme(): void {
  const theme = usePreferencesStore((preferences) => preferences.theme)
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
}
