// The parts of the screen that can crash, as a title has them: “The menu crashed”.

export const APP_PART = 'app'
export const BOARD_PART = 'board'
export const BOARD_LIST_PART = 'list of boards'
export const CARD_PART = 'card'
export const DIALOG_PART = 'dialog'
export const FILTER_PART = 'filter'
export const MENU_PART = 'menu'
export const NOTIFICATIONS_PART = 'list of notifications'
export const SELECTION_PART = 'selection'
export const VIEW_PART = 'view'
export function columnPart(name: string): string {
  return `column ${name}`
}
