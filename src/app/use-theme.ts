import { useEffect } from 'react'
import { usePreferencesStore } from '#state/preferences-store.ts'

export function useTheme(): void {
  const theme = usePreferencesStore((preferences) => preferences.theme)
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    // An installed page has them as the color of its window.
    for (const color of document.querySelectorAll<HTMLMetaElement>('meta[data-scheme]')) {
      const { scheme } = color.dataset
      if (theme === 'system') color.media = `(prefers-color-scheme: ${scheme})`
      else color.media = scheme === theme ? '' : 'not all'
    }
  }, [theme])
}
