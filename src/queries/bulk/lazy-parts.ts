/** What runs actions on many cards. It loads with the first selection. */
export function loadBulkActions() {
  return import('./bulk-actions.ts')
}
