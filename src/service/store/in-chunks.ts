import { Turns } from '../turns.ts'

/** A statement can have only so many parameters. */
const CHUNK_SIZE = 200

/** Runs a statement for any number of values. */
export async function inChunks<Value>(
  values: readonly Value[],
  run: (values: readonly Value[]) => Promise<unknown>,
): Promise<void> {
  const turns = new Turns()
  for (let start = 0; start < values.length; start += CHUNK_SIZE) {
    await run(values.slice(start, start + CHUNK_SIZE))
    await turns.pause()
  }
}

/** One value is the usual case, and its query is compiled. Returns the rows of all queries. */
export async function oneOrMany<Value, Row>(
  values: readonly Value[],
  runOne: (value: Value) => Promise<Row[]>,
  runMany: (values: readonly Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const [first, second] = values
  if (first !== undefined && second === undefined) return runOne(first)
  const found: Row[] = []
  await inChunks(values, async (chunk) => found.push(...(await runMany(chunk))))
  return found
}
