import { useBackgroundComponent } from '#hooks/use-background-component.ts'
import type { ColumnNewsProps } from './ColumnNews.tsx'

/** There is no news before the second load. */
export function LazyColumnNews(props: ColumnNewsProps) {
  const [ColumnNews] = useBackgroundComponent(loadColumnNews)
  return ColumnNews && props.changes.size > 0 ? <ColumnNews {...props} /> : null
}

async function loadColumnNews() {
  const { ColumnNews } = await import('./ColumnNews.tsx')
  return ColumnNews
}
