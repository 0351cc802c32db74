import { useEffect } from 'react'
import type { BoardSession } from '#model/board-ref.ts'
import { useBoardTitle } from '#state/preferences-store.ts'
import { useUrl } from '#state/url.ts'

/** The open card and the board. */
export function useDocumentTitle(session: BoardSession | undefined): void {
  const boardTitle = useBoardTitle(session?.workspaceId ?? '')
  const { cardNumber } = useUrl()
  const card = cardNumber === undefined ? '' : `#${cardNumber} · `
  const title = session ? `${card}${boardTitle} · Trunkline` : 'Trunkline'
  useEffect(() => {
    document.title = title
  }, [title])
}
