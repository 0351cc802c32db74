// The parts of the screen that can crash, with the article, as they begin a title.

export const APP_PART = 'Die App'
export const BOARD_PART = 'Das Board'
export const BOARD_LIST_PART = 'Die Liste der Boards'
export const CARD_PART = 'Die Karte'
export const DIALOG_PART = 'Der Dialog'
export const FILTER_PART = 'Der Filter'
export const MENU_PART = 'Das Menü'
export const NOTIFICATIONS_PART = 'Die Liste der Benachrichtigungen'
export const SELECTION_PART = 'Die Auswahl'
export const VIEW_PART = 'Die Ansicht'
export function columnPart(name: string): string {
  return `Die Spalte ${name}`
}
