import { useCallback } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { cardName } from '#model/board-lookup.ts'
import { cardKey } from '#model/board-ref.ts'
import type { LabelIntent } from '#model/label-edits.ts'
import { errorMessage } from '#model/messages/error-messages.ts'
import * as messages from '#model/messages/label-messages.ts'
import { BOARD_NOT_LOADED, joinSentences } from '#model/messages/move-messages.ts'
import { type LabelEditOutcome, useEditCardLabels } from '#queries/labels/edit-card-labels.ts'
import { useSession } from '#queries/session.ts'
import { dismissToastAbout, showToast } from '#state/show-toast.ts'

/** Changes a card's labels, and shows a toast if that fails or isn't confirmed. */
export function useLabelEditing(): (card: Card, intent: LabelIntent) => void {
  const session = useSession()
  const editCardLabels = useEditCardLabels()
  return useCallback(
    async (card, intent) => {
      const about = cardKey(session, card.id)
      dismissToastAbout(about)
      const message = outcomeMessage(card, await editCardLabels(card, intent))
      if (message) showToast(message, 'error', { about })
    },
    [session, editCardLabels],
  )
}

function outcomeMessage(card: Card, outcome: LabelEditOutcome): string | undefined {
  const name = cardName(card)
  if (outcome.type === 'not-changed') {
    const { error } = outcome
    return messages.labelsNotChanged(name, error ? errorMessage(error) : messages.REQUEST_FAILED)
  }
  if (outcome.type !== 'unknown') return undefined
  const why = outcome.isBoardLoaded ? undefined : BOARD_NOT_LOADED
  return joinSentences(messages.labelsNotConfirmed(name), why)
}
