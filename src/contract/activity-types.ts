/** What can happen to a card, or to a label. [gap G30] */
export const ACTIVITY_TYPES = [
  'card_added',
  'card_moved',
  'card_refused',
  'card_unblocked',
  'card_labels',
  'card_edited',
  'card_removed',
  'label_created',
  'label_changed',
  'label_deleted',
] as const

export type ActivityType = (typeof ACTIVITY_TYPES)[number]
