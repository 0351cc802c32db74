export const PRIORITY_NOT_STATED = 'Nicht angegeben'
export const NOBODY_ASSIGNED = 'Nicht zugewiesen'

export const CARD_NOT_ON_BOARD =
  'Diese Karte ist gerade nicht auf dem Board: Sie wurde vielleicht verschoben oder gehört zu einem anderen Projekt.'

/** Followed by the reason. */
export const LAST_PROMOTION_REFUSED = 'Das letzte Verschieben wurde abgelehnt:'

export const BLOCKED_NOW = 'Blockiert.'
export const FIND_OR_CREATE_A_LABEL = 'Label suchen oder erstellen'
export const ADD_LABEL_TO_CARD = 'Label hinzufügen'
export const CARD_NOT_ON_THIS_BOARD = 'Karte nicht auf diesem Board'
export const SHOW_THE_BOARD = 'Board anzeigen'
export const CHOOSE_ANOTHER_PROJECT = 'Anderes Projekt auswählen'
export const PROJECT = 'Projekt'
export const CREATING = 'Wird erstellt…'
export const PREVIOUS_CARD = 'Vorherige Karte'
export const NEXT_CARD = 'Nächste Karte'
export const BRANCH = 'Branch'
export const COMMIT = 'Commit'
export const PULL_REQUEST = 'Pull Request'
export const CHECKS = 'Checks'
export const NEXT_MOVE = 'Nächster Schritt'

export function tryAgainMoveTo(column: string): string {
  return `Erneut versuchen: nach ${column} verschieben`
}
