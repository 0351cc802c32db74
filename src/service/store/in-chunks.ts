import { Turns } from '../turns.ts'

/** A statement can have only so many parameters. */
const CHUNK_SIZE = 200

/** Inserts any number of rows. */
export async function inChunks<Row>(
  rows: readonly Row[],
  insert: (rows: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  const turns = new Turns()
  for (let start = 0; start < rows.length; start += CHUNK_SIZE) {
    await insert(rows.slice(start, start + CHUNK_SIZE))
    await turns.pause()
  }
}
