/** What sends a move and follows it. */
export function loadMoves() {
  return import('./move-card.ts')
}
