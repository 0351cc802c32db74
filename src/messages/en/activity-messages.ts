export const ACTIVITY = 'Activity'
export const ACTIVITY_HINT =
  'What has changed on this board while it was open on this page, newest first.'
export const NO_ACTIVITY = 'No changes so far.'
export const NO_SUCH_ACTIVITY = 'No changes of this kind so far.'
export const SHOW_OLDER = 'Show older changes'
export const BY_YOU = 'You'

/** Of which activities are shown, by kind. */
export const KIND_NAMES = {
  all: 'Everything',
  others: 'By others',
  own: 'By you',
  followed: 'Followed',
} as const

export function showCardLabel(message: string): string {
  return `Show: ${message}`
}

export const FOLLOW = 'Follow'
export const STOP_FOLLOWING = 'Stop following'
export const FOLLOWING = 'Following'
export const FOLLOWING_HINT =
  'A followed card has a bell. What others change about it is counted in the title of the page while you are elsewhere.'
export const FOLLOW_A_PERSON = 'Follow the cards of a person'
export const CHOOSE_A_PERSON = 'Choose a person'
/** While the board isn't loaded. */
export const FOLLOWED_CARD = 'A card that you follow'
export const MISSING_CARD = 'A card that isn’t on the board now'

export function cardsOfPerson(name: string): string {
  return `Cards of ${name}`
}

export function stopFollowing(name: string): string {
  return `${STOP_FOLLOWING} ${name}`
}

export function follow(name: string): string {
  return `${FOLLOW} ${name}`
}

export const NOTIFY = 'Show notifications of the system for followed cards'

/** Why the system shows none. */
export const NO_NOTIFICATIONS = {
  denied: 'Your browser doesn’t allow notifications of this page. Its settings can change that.',
  unsupported: 'This browser has no notifications.',
} as const

/** The title of the page, with the number of unseen changes of followed cards. */
export function titleWithCount(title: string, count: number): string {
  return count > 0 ? `(${count}) ${title}` : title
}
