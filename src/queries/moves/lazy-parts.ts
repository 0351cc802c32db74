/** What moves many cards. It loads with the first selection. */
export function loadBulkMoves() {
  return import('./bulk-moves.ts')
}
