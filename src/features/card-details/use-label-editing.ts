import { useCallback } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { cardName } from '#model/board-lookup.ts'
import { cardKey } from '#model/board-ref.ts'
import type { LabelIntent } from '#model/label-edits.ts'
import type { DisplayedLabel } from '#model/label-lookup.ts'
import { errorMessage } from '#model/messages/error-messages.ts'
import * as messages from '#model/messages/label-messages.ts'
import { BOARD_NOT_LOADED, joinSentences } from '#model/messages/move-messages.ts'
import {
  type LabelEditOutcome,
  useEditCardLabels,
  useEditLabelsOf,
} from '#queries/labels/edit-card-labels.ts'
import { useSession } from '#queries/session.ts'
import { dismissToastAbout, showToast } from '#state/show-toast.ts'

/** Changes a card's labels, and shows a toast if that fails. True when a load shows the change. */
export function useLabelEditing(): (card: Card, intent: LabelIntent) => Promise<boolean> {
  const session = useSession()
  const editCardLabels = useEditCardLabels()
  return useCallback(
    async (card, intent) => {
      const about = cardKey(session, card.id)
      dismissToastAbout(about)
      const outcome = await editCardLabels(card, intent)
      const message = outcomeMessage(card, outcome)
      if (message) showToast(message, 'error', { about })
      return outcome.type === 'applied'
    },
    [session, editCardLabels],
  )
}

/** Removes a label from a card, and offers to undo that. */
export function useRemoveLabel(): (card: Card, label: DisplayedLabel) => Promise<void> {
  const session = useSession()
  const editLabels = useLabelEditing()
  return useCallback(
    async (card, { id, name }) => {
      const isRemoved = await editLabels(card, { add: [], remove: [id] })
      if (!isRemoved) return
      showToast(messages.labelRemoved(cardName(card), name), 'success', {
        about: cardKey(session, card.id),
        actions: [{ type: 'restore-label', cardId: card.id, labelId: id }],
        isTimed: true,
      })
    },
    [session, editLabels],
  )
}

/** Adds a label again that was removed from a card of the open board. */
export function useRestoreLabel(): (cardId: string, labelId: string) => Promise<void> {
  const editLabels = useEditLabelsOf()
  return async (cardId, labelId) => {
    const edited = await editLabels(cardId, { add: [labelId], remove: [] })
    const message = edited && outcomeMessage(edited.card, edited.outcome)
    if (message) showToast(message, 'error')
  }
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
