import { asClause } from '#model/sentences.ts'
import { countedCards } from './filter-messages.ts'

export const LOADING_LABELS = 'Loading labels…'
export const NO_LABELS = 'This board has no labels yet.'
export const NAME_REQUIRED = 'Enter a name for the label.'
export const NO_COLOR = 'No color'
export const COLOR_NOT_SEEN = 'May be rejected: no label on this board has had this color yet.'
export const LABEL_ALREADY_GONE = 'The label is already gone.'
export const CARD_LABELS_UNREADABLE =
  'We couldn’t read this card’s labels, so you can’t change them safely.'
export const CHANGE_NOT_IN_LIST =
  'Not confirmed yet: the service accepted the change, but the list doesn’t show it.'
export const LIST_NOT_LOADED = 'Not confirmed yet: the list of labels can’t be loaded now.'
export const REQUEST_FAILED = 'The request failed.'
export const LABELS_NOT_LOADED = 'Couldn’t load the labels, so nothing was changed. Try again.'
export const NO_VISIBLE_CARDS = 'No cards are visible.'
export const TARGET_LABEL_GONE = 'The other label is gone. Choose another one.'
const THEN_LABEL_IS_DELETED = 'Then the label itself is deleted.'
export const BOARD_NOT_LOADED_YET = 'The board isn’t loaded yet.'
export const COUNTING_CARDS = 'Counting the cards that have this label…'

export const CARDS_UNKNOWN_FOR_MERGE =
  'The board isn’t loaded yet, so we can’t tell which of its cards have this label.'

export const COUNT_UNKNOWN_FOR_MERGE =
  'The service didn’t report how many cards have this label, so we can’t tell whether all of them are on this board.'

export function cardCount(count: number | undefined): string {
  if (count === undefined) return 'count not stated'
  return countedCards(count)
}

export function noMatchingLabel(filter: string): string {
  return `No label matches “${filter}”.`
}

export function labelsNotConfirmed(card: string): string {
  return `${card}: label change not confirmed yet.`
}

export function labelAdded(card: string, label: string): string {
  return `“${label}” added to ${card}.`
}

export function labelRemoved(card: string, label: string): string {
  return `“${label}” removed from ${card}.`
}

export function labelsRestored(card: string): string {
  return `${card} has its earlier labels again.`
}

export function labelsNotChanged(card: string, reason: string): string {
  return `${card}: labels not changed: ${asClause(reason)}`
}

export function createAndApply(name: string): string {
  return `Create “${name}” and apply it`
}

export function created(name: string): string {
  return `Label ${name} created.`
}

export function saved(name: string): string {
  return `Label ${name} saved.`
}

export function deleted(name: string): string {
  return `Label ${name} deleted.`
}

export function merged(name: string, target: string, count: number): string {
  return `Label ${name} merged into ${target}: ${cardCount(count)}.`
}

export function mayNotEdit(reason: string): string {
  return `Creating and changing labels: ${reason}`
}

export function mayNotDelete(reason: string): string {
  return `Deleting labels: ${reason}`
}

export function duplicateLabel(name: string): string {
  return `A label named ${name} already exists. The service may reject a duplicate.`
}

/**
 * What deleting a label does to the cards that have it; `here` of them are on this board, which may
 * not be loaded.
 */
export function deletionEffect(count: number | undefined, here: number | undefined): string {
  if (count === undefined) {
    return 'The service didn’t report how many cards have this label. It will be removed from all of them.'
  }
  if (count === 0) return 'No card has this label.'
  const places =
    here === undefined ? '' : `: ${here} on this board, ${Math.max(0, count - here)} outside it`
  return `${cardCount(count)} will lose this label${places}. This can’t be undone.`
}

/** How long the changes of many cards take. */
export function bulkEditEstimate(changesPerMinute: number, minutes: number): string {
  return `Each card is one change. If the service allows ${changesPerMinute} a minute, this takes about ${minutes} min. You can pause and cancel it.`
}

export function applyTo(count: number, isConfirmed: boolean): string {
  return `${isConfirmed ? 'Yes, apply' : 'Apply'} to ${cardCount(count)}`
}

export function bulkLabelTitle(areSelected: boolean): string {
  return areSelected ? 'Label selected cards' : 'Label visible cards'
}

export function visibleCards(count: number, isFiltered: boolean): string {
  const visible = `${cardCount(count)} ${count === 1 ? 'is' : 'are'} visible`
  if (isFiltered) return `${visible}.`
  return `${visible}: no filter is set, so this is every card on the board.`
}

export function mergeEffect(disabledReason: string | undefined): string {
  if (disabledReason === undefined) return THEN_LABEL_IS_DELETED
  return `The label itself stays, on no card: ${disabledReason}`
}

export function mergeIncomplete(summary: string): string {
  return `Not all cards have the other label yet, so nothing was deleted. ${summary}`
}

export function cardsToMerge(count: number): string {
  return `${cardCount(count)} to change, all of them on this board.`
}

export function cardsOutsideBoard(count: number, here: number): string {
  const away = Math.abs(count - here)
  const have = count === 1 ? 'has' : 'have'
  return `${cardCount(count)} ${have} this label, and ${here} of them are on this board. ${cardCount(away)} can’t be changed from here, perhaps because of another project, so the label can’t be merged.`
}

export function stillOnCards(name: string, count: number | undefined): string {
  if (count === undefined) return `Some cards may still have ${name}, so it was not deleted.`
  return `${cardCount(count)} still ${count === 1 ? 'has' : 'have'} ${name}, so it was not deleted.`
}

export function mergedButNotDeleted(name: string, reason: string): string {
  return `No card has ${name} any more. It was not deleted: ${reason}`
}

export function mergedWithUnconfirmedDeletion(name: string, reason: string): string {
  return `No card has ${name} any more. ${reason}`
}

/** How many labels a search or another order leaves. */
export function labelsFound(filter: string, count: number): string {
  if (count === 0) return filter ? noMatchingLabel(filter) : NO_LABELS
  return `${count} ${count === 1 ? 'label' : 'labels'}`
}

export function removeLabel(name: string): string {
  return `Remove label ${name}`
}

export const COLOR = 'Color'
export const DELETING = 'Deleting…'
export const DELETE_LABEL = 'Delete label'
export const PREVIEW = 'Preview'
export const MERGE_INTO = 'Merge into…'

export function mergeIntoLabel(name: string): string {
  return `Merge into ${name}`
}

export const SAVING_LABEL = 'Saving…'
export const CREATE_LABEL = 'Create label'
export const SAVE_LABEL = 'Save label'
export const CHOOSE_A_LABEL = 'Choose a label'
export const NEW_LABEL = 'New label'
export const MERGE_TARGET = 'Merge into'
export const MERGE = 'Merge'

/** Orders of the list of labels. */
export const LABEL_ORDER_NAMES = { name: 'By name', use: 'By use', color: 'By color' } as const

/** The name comes in between. */
export const TYPE_TO_DELETE = ['Type ', ' to delete it.'] as const

/** The label comes in between. */
export const MERGE_RULE = ['Every card that has ', ' gets the other label instead. '] as const

export function deleteLabelTitle(name: string): string {
  return `Delete label ${name}?`
}

export function mergeLabelTitle(name: string): string {
  return `Merge label ${name}`
}

export function editLabelNamed(name: string): string {
  return `Edit ${name}`
}

export function deleteLabelNamed(name: string): string {
  return `Delete ${name}`
}

/** In the preview, until a person has entered a name. */
export const EXAMPLE_NAME = 'label'
