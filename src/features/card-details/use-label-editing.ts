import { useCallback } from 'react'
import type { Card } from '#contract/readers/read-card.ts'
import { messageOnBoard } from '#features/shared/message-on-board.ts'
import { hasOtherLabels } from '#messages/diff-messages.ts'
import * as messages from '#messages/label-messages.ts'
import { BOARD_NOT_LOADED, TARGET_NOT_ON_BOARD } from '#messages/move-messages.ts'
import { cardName } from '#model/board-lookup.ts'
import { cardKey } from '#model/board-ref.ts'
import { errorMessage } from '#model/failure-message.ts'
import type { LabelIntent } from '#model/label-edits.ts'
import { type DisplayedLabel, labelIdsOn } from '#model/label-lookup.ts'
import { joinSentences } from '#model/sentences.ts'
import { useOptionalBoardAccess, useSession } from '#queries/access/board-access.ts'
import { useLabelIndex } from '#queries/board-view/use-board-view.tsx'
import {
  type LabelEditOutcome,
  useEditCardLabels,
  useEditLabelsOf,
} from '#queries/changes/edit-card-labels.ts'
import { recordOwnActivity } from '#state/activity-store.ts'
import { dismissToastAbout, showToast } from '#state/toast-store.ts'
import {
  rememberPendingChange,
  settlePendingChange,
  type UndoableChange,
} from '#state/undo-store.ts'

/**
 * Changes a card's labels, and shows a toast if that fails. Returns what a person can undo, once a
 * load shows the change.
 */
export function useLabelEditing(): (
  card: Card,
  intent: LabelIntent,
) => Promise<UndoableChange | undefined> {
  const session = useSession()
  const labels = useLabelIndex()
  const editCardLabels = useEditCardLabels()
  return useCallback(
    async (card, intent) => {
      const about = cardKey(session, card.id)
      dismissToastAbout(about)
      const pending = rememberPendingChange(session)
      const outcome = await editCardLabels(card, intent)
      const order = labelIdsOn(card, labels)
      const inverse = { add: intent.remove, remove: intent.add, order }
      const undo = { type: 'labels', board: session, cardId: card.id, inverse } as const
      const isApplied = outcome.type === 'applied'
      const without = outcome.type === 'not-changed' ? 'nothing' : 'dropped'
      const change = settlePendingChange(pending, isApplied ? undo : without)
      const message = outcomeMessage(card, outcome)
      if (message) showToast(message, 'error', { about })
      if (isApplied) recordOwnActivity(session, card.id, hasOtherLabels(cardName(card)))
      return change
    },
    [session, labels, editCardLabels],
  )
}

/** Removes a label from a card, and offers to undo that. */
export function useRemoveLabel(): (card: Card, label: DisplayedLabel) => Promise<void> {
  const session = useSession()
  const editLabels = useLabelEditing()
  return useCallback(
    async (card, { id, name }) => {
      const change = await editLabels(card, { add: [], remove: [id] })
      if (!change) return
      showToast(messages.labelRemoved(cardName(card), name), 'success', {
        about: cardKey(session, card.id),
        actions: [{ type: 'undo', change }],
        isTimed: true,
      })
    },
    [session, editLabels],
  )
}

/** Takes back a change of the labels of a card of the open board. */
export function useUndoLabelEdit(): (cardId: string, inverse: LabelIntent) => Promise<void> {
  const session = useOptionalBoardAccess()?.session
  const editLabels = useEditLabelsOf()
  return async (cardId, inverse) => {
    const edited = await editLabels(cardId, inverse)
    if (!session) return
    if (!edited) {
      showToast(messageOnBoard(session, TARGET_NOT_ON_BOARD), 'info')
      return
    }
    const { card, outcome } = edited
    const about = cardKey(session, cardId)
    const message = outcomeMessage(card, outcome)
    const restored = messages.labelsRestored(cardName(card))
    if (message) showToast(messageOnBoard(session, message), 'error', { about })
    else if (outcome.type === 'applied') {
      recordOwnActivity(session, cardId, restored)
      showToast(messageOnBoard(session, restored), 'success', { about })
    }
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
