import { useBackgroundComponent } from '#hooks/use-background-component.ts'
import { NARROW, useMediaQuery } from '#hooks/use-media-query.ts'
import type { ColumnTabsProps } from './ColumnTabs.tsx'

/**
 * On narrow screens, where one column fills the width: a tab for each column. They load after the
 * first screen, which keeps their place free.
 */
export function LazyColumnTabs(props: ColumnTabsProps) {
  const [ColumnTabs] = useBackgroundComponent(loadColumnTabs)
  const isNarrow = useMediaQuery(NARROW)
  if (!isNarrow) return null
  return <div className="h-14 flex-none">{ColumnTabs && <ColumnTabs {...props} />}</div>
}

async function loadColumnTabs() {
  const { ColumnTabs } = await import('./ColumnTabs.tsx')
  return ColumnTabs
}
