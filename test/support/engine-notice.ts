import { missingEngines } from './engines/engine.ts'

/** Names the engines that the journeys don't run in. With REQUIRE_ENGINES, that is an error. */
export function setup(): void {
  const missing = missingEngines()
  if (missing.length === 0) return
  const notice = `Not installed, so no journey runs in: ${missing.join(', ')}.`
  if (process.env.REQUIRE_ENGINES) throw new Error(notice)
  console.log(notice)
}
