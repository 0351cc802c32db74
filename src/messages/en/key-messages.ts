export const CONNECT_TITLE = 'Connect to a board'
export const PASTE_A_KEY = 'Paste an API key.'
export const KEY_CONTAINS_SPACES = 'The key contains spaces. Paste only the key.'
export const CONNECT_HINT =
  'Paste an API key to open your boards. Ask whoever runs your board service for one.'
export const DEMO_HINT =
  'Trying the demo? Open one of the sign-in links that npm start has printed.'
export const KEY_IN_OTHER_TAB =
  'If this board is open in another tab, its key is stored for that tab only. Connect here too, or choose “Remember on this device” there.'
export const SIGN_IN_LINK_HINT =
  'This link contains an API key. We removed it from the address bar.'
export const REMEMBER_HINT =
  'Keeps you signed in after this tab closes. The key is stored encrypted in this browser; anyone who can use this browser can use it. Otherwise, the key is kept for this tab only: a link that you open in another tab asks for it again.'
export const KEY_NOT_KEPT =
  'This browser doesn’t let the page store anything for this tab. When you reload the page, you have to enter the key again.'
export const CHECKING_KEY = 'Checking the key…'
export const CHECKING_SECRET = 'Checking the secret…'

export const SECRET_NO_LONGER_ACCEPTED = 'The service no longer accepts this key’s secret.'
export const NOT_ACCEPTED = 'Not accepted.'
export const ONLY_READ_SCOPE = 'This key has only the read scope. Changes may be rejected.'
export const STORED_ENCRYPTED = 'encrypted on this device'
export const STORED_IN_TAB = 'in this tab, until you close it'
export const NOT_STATED = 'not stated'
export const NONE_STATED = 'none stated'

export function illegalKeyCharacter(character: string): string {
  return `A key can’t contain the character “${character}”. Copy it again from its source.`
}

export function keyWithoutBoards(name: string): string {
  return `The key ${name} is valid but has access to no boards. Ask whoever created it.`
}

export function notAccepted(message: string): string {
  return `The key was not accepted. ${message}`
}

export function notAllowedHere(message: string): string {
  return `This key is valid but isn’t allowed here. ${message}`
}

export function checkServiceAddress(message: string): string {
  return `${message} Check the address of the service.`
}

export function couldNotCheckKey(message: string): string {
  return `Couldn’t check the key. ${message}`
}

export function couldNotRemember(name: string): string {
  return `This browser couldn’t store the key ${name}. It stays in this tab only.`
}

export function secretOfOtherKey(otherName: string, name: string): string {
  return `This secret belongs to another key, ${otherName}. Add it as a separate key, or paste a secret for ${name}.`
}

export function secretReplaced(name: string): string {
  return `Key ${name} has a new secret.`
}

export function keyRemoved(name: string, tail: string): string {
  return `Key ${name} …${tail} removed.`
}

export function keyEnding(tail: string): string {
  return `key ending in …${tail}`
}

/** On the page for a sign-in link. */
export function offeredRole(board: string, role: string): string {
  return role === '' ? board : `${role} on ${board}`
}

export function secretEnding(tail: string): string {
  return `ends in …${tail}`
}

export function moveCardsInto(column: string): string {
  return `Move cards into ${column}`
}

export function serviceAt(host: string): string {
  return `Board service: ${host}`
}

export const SHOW_KEY = 'Show key'
export const REMEMBER_ON_THIS_DEVICE = 'Remember on this device'
export const CONNECT = 'Connect'
export const BOARDS = 'Boards'
export const REPLACE_THE_SECRET = 'Replace the secret'
export const REMOVE_KEY = 'Remove key'
export const CLIENT_ID = 'Client id'
export const SECRET = 'Secret'
export const STORED = 'Stored'
export const YES = 'Yes'
export const NO = 'No'
export const UNKNOWN = 'Unknown'
export const CHANGE_A_CARDS_LABELS = 'Change a card’s labels'
export const CREATE_AND_CHANGE_LABELS = 'Create and change labels'
export const DELETE_LABELS = 'Delete labels'
export const KEY_CAN_DO = 'What this key can do here'
export const NEW_SECRET = 'New secret'
export const SHOW_SECRET = 'Show secret'
export const REPLACE = 'Replace'

export function keyTitle(name: string): string {
  return `Key ${name}`
}

/** The board comes in between. */
export const KEY_CAN_DO_ON = ['What it can do on ', ''] as const

export function keyBoardIds(workspaceId: string, organization: string): string {
  return `(workspace ${workspaceId}, organization ${organization})`
}

export const API_KEY = 'API key'

/** A field of the interface, by its own name. */
export const ANSWERING = 'answering'
