/**
 * Color names that our service accepts and the app offers by default (spec 2.5 lists none).
 * [gap G8]
 */
export const PALETTE = [
  'gray',
  'red',
  'orange',
  'amber',
  'lime',
  'green',
  'teal',
  'blue',
  'indigo',
  'purple',
  'pink',
  'brown',
] as const

/** Limit of our service, in UTF-16 units. */
export const MAX_LABEL_NAME_LENGTH = 120
