import { arrangementTexts } from '#messages/view-messages.ts'
import type { Arrangement } from './arrangement.ts'
import { joinSentences } from './sentences.ts'

/** What has changed about how the cards are arranged. */
export function arrangementText(
  arrangement: Arrangement,
  before: Arrangement,
  hiddenCount: number,
): string {
  const texts = arrangementTexts(arrangement, hiddenCount)
  const parts = Object.keys(texts) as (keyof Arrangement)[]
  const isChanged = (part: keyof Arrangement) =>
    JSON.stringify(arrangement[part]) !== JSON.stringify(before[part])
  return joinSentences(...parts.filter(isChanged).map((part) => texts[part]))
}
