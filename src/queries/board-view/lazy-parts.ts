/** What filters and arranges the cards: a board that is shown as it is needs none of it. */
export function loadBoardPipeline() {
  return import('#model/board-pipeline.ts')
}
