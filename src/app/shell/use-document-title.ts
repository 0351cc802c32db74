import { useEffect } from 'react'
import { titleWithCount } from '#messages/activity-messages.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { useActivityStore } from '#state/activity-store.ts'
import { useBoardTitle } from '#state/names.ts'
import { useUrl } from '#state/url.ts'

/** The open card and the board, after the number of unseen changes of followed cards. */
export function useDocumentTitle(session: BoardSession | undefined): void {
  const boardTitle = useBoardTitle(session?.workspaceId ?? '')
  const { cardNumber } = useUrl()
  const card = cardNumber === undefined ? '' : `#${cardNumber} · `
  const unseenCount = useActivityStore((state) => state.unseenCount)
  const plain = session ? `${card}${boardTitle} · Trunkline` : 'Trunkline'
  const title = titleWithCount(plain, unseenCount)
  useEffect(() => {
    document.title = title
  }, [title])
}
