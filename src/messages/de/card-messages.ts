import type { Card } from '#contract/readers/read-card.ts'

export const CARD_WITHOUT_NUMBER = 'Karte ohne Nummer'
export const NO_TITLE = 'Kein Titel'
export const MOVING = 'Wird verschoben…'
const SAVING = 'Wird gespeichert…'

/** What happens to a card at the moment; undefined when nothing does. */
export function pendingMessage(isMoving: boolean, isSaving: boolean): string | undefined {
  if (isMoving) return MOVING
  return isSaving ? SAVING : undefined
}

/** Begins the name of a button: "Filtern nach backend". */
export const FILTER_BY = 'Filtern nach'

/** Why this app can't change a card; undefined when it can. [gap G23] */
export function lockedMessage(card: Pick<Card, 'lockedReason' | 'number'>): string | undefined {
  switch (card.lockedReason) {
    case 'duplicate-number':
      return `Zwei Karten haben die Nummer ${card.number}, daher kann hier keine geändert werden.`
    case 'no-number':
      return 'Diese Karte hat keine Nummer, daher kann sie hier nicht geändert werden.'
    case 'unreadable':
      return 'Diese Karte konnte nicht gelesen werden.'
    default:
      return undefined
  }
}

export function blockedReasonText(reason: string): string {
  return reason || 'Der Dienst hat keinen Grund angegeben.'
}

export function priority(name: string): string {
  return `Priorität ${name}`
}

export function assignedTo(name: string): string {
  return `Zugewiesen an ${name}`
}

/** `isListLoaded`: whether the board's labels are known at all. [gap G6] */
export function unresolvedLabelName(labelId: string, isListLoaded: boolean): string {
  return isListLoaded ? `unbekanntes Label ${labelId}` : `Label ${labelId}`
}

/** On the card, beside its own number. */
export function pullNumber(number: number): string {
  return `PR ${number}`
}

export function pullRequest(number: number): string {
  return `Pull Request ${number}`
}
