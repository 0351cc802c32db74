import { useBackgroundComponent } from '#hooks/use-background-component.ts'
import type { ColumnNewsProps } from './ColumnNews.tsx'

/** There is no news before the second load. */
export function LazyColumnNews(props: ColumnNewsProps) {
  const [ColumnNews] = useBackgroundComponent(loadColumnNews)
  const hasNews = props.changes.size > 0 || props.movingNumbers.length > 0
  return ColumnNews && hasNews ? <ColumnNews {...props} /> : null
}

async function loadColumnNews() {
  const { ColumnNews } = await import('./ColumnNews.tsx')
  return ColumnNews
}
