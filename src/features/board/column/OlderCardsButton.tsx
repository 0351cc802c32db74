import { hideOlderCards, showOlderCards, withoutCommitFor } from '#messages/view-messages.ts'
import type { OlderCardsOfColumn } from '#model/older-cards.ts'
import { foldOlderCards, unfoldOlderCards } from '#state/fold-older-cards.ts'
import { useUrlArrangement } from '#state/url.ts'
import { Button } from '#ui/Button.tsx'

const BELOW_CARDS =
  'sticky start-0 grid w-fit min-w-full justify-items-center gap-0.5 py-2 text-ink-soft text-xs'

/** Below the other cards: how many are folded, and the way to them and back. */
export function OlderCardsButton({ days, cardIds }: OlderCardsOfColumn) {
  const isShown = useUrlArrangement().olderCards === 'shown'
  return (
    <div className={BELOW_CARDS}>
      <Button
        kind="quiet"
        className="print:hidden"
        onClick={() => (isShown ? foldOlderCards() : unfoldOlderCards(cardIds))}
      >
        {isShown ? hideOlderCards(cardIds.size) : showOlderCards(cardIds.size)}
      </Button>
      <p className="print:hidden">{withoutCommitFor(days)}</p>
    </div>
  )
}
