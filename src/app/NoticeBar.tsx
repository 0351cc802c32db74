import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { dismissNotice, useNoticeStore } from '#state/notice-store.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useTopDialog } from '#ui/top-dialog.ts'

const GOOD_STAYS = 6_000
/** There is something to press: that takes longer. */
const OFFER_STAYS = 12_000

/**
 * What is said to the person: one notice in sight, and a pair of status nodes that take turns for screen readers. They
 * stand inside the topmost dialog while one is open: everything else is inert then.
 */
export function NoticeBar() {
  const { notice, spoken } = useNoticeStore()
  const dialog = useTopDialog()
  useEffect(() => {
    if (!notice || notice.tone === 'bad') return
    const timer = setTimeout(() => dismissNotice(notice.id), notice.action ? OFFER_STAYS : GOOD_STAYS)
    return () => clearTimeout(timer)
  }, [notice])
  const content = (
    <>
      <p role="status" className="sr-only">
        {spoken.turn === 0 ? spoken.text : ''}
      </p>
      <p role="status" className="sr-only">
        {spoken.turn === 1 ? spoken.text : ''}
      </p>
      {notice && (
        <div
          data-tone={notice.tone}
          className="notice fixed inset-x-3 bottom-3 z-40 mx-auto flex w-fit max-w-[min(44rem,calc(100vw-1.5rem))] items-center gap-3 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3.5 lifted data-[tone=bad]:border-danger"
        >
          {notice.tone === 'good' && <Icon name="check" className="text-accent" />}
          {notice.tone === 'bad' && <Icon name="stop" className="text-danger" />}
          <bdi className="max-h-[30dvh] min-w-0 overflow-y-auto">{notice.text}</bdi>
          {notice.action && (
            <Button
              onClick={() => {
                dismissNotice(notice.id)
                notice.action?.run()
              }}
            >
              {notice.action.label}
            </Button>
          )}
          <Button kind="quiet" aria-label="Dismiss" onClick={() => dismissNotice(notice.id)}>
            <Icon name="close" />
          </Button>
        </div>
      )}
    </>
  )
  return dialog ? createPortal(content, dialog) : content
}
