/** What changes the labels of many cards. */
export function loadBulkLabelEdits() {
  return import('./bulk-label-edits.ts')
}
