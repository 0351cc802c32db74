export const ACTIVITY = 'Aktivität'
export const ACTIVITY_HINT =
  'Was sich auf diesem Board geändert hat, während es auf dieser Seite geöffnet war, Neuestes zuerst.'
export const NO_ACTIVITY = 'Bisher keine Änderungen.'
export const NO_SUCH_ACTIVITY = 'Bisher keine Änderungen dieser Art.'
export const SHOW_OLDER = 'Ältere Änderungen anzeigen'
export const BY_YOU = 'Du'

/** Of which activities are shown, by kind. */
export const KIND_NAMES = {
  all: 'Alles',
  others: 'Von anderen',
  own: 'Von dir',
  followed: 'Gefolgt',
} as const

export function showCardLabel(message: string): string {
  return `Anzeigen: ${message}`
}

export const FOLLOW = 'Folgen'
export const STOP_FOLLOWING = 'Nicht mehr folgen'
export const FOLLOWING = 'Du folgst'
export const FOLLOWING_HINT =
  'Eine Karte, der du folgst, hat eine Glocke. Was andere an ihr ändern, wird im Titel der Seite gezählt, während du woanders bist.'
export const FOLLOW_A_PERSON = 'Den Karten einer Person folgen'
export const CHOOSE_A_PERSON = 'Person auswählen'
/** While the board isn't loaded. */
export const FOLLOWED_CARD = 'Eine Karte, der du folgst'
export const MISSING_CARD = 'Karte (gerade nicht auf dem Board)'

export function cardsOfPerson(name: string): string {
  return `Karten von ${name}`
}

export function stopFollowing(name: string): string {
  return `${name} nicht mehr folgen`
}

export function follow(name: string): string {
  return `${name} folgen`
}

export const NOTIFY = 'Systembenachrichtigungen für Karten anzeigen, denen du folgst'

/** Why the system shows none. */
export const NO_NOTIFICATIONS = {
  denied:
    'Dein Browser erlaubt dieser Seite keine Benachrichtigungen. Das lässt sich in seinen Einstellungen ändern.',
  unsupported: 'Dieser Browser unterstützt keine Benachrichtigungen.',
} as const

/** The title of the page, with the number of unseen changes of followed cards. */
export function titleWithCount(title: string, count: number): string {
  return count > 0 ? `(${count}) ${title}` : title
}
