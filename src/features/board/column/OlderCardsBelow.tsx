import { joinOlderCards, type OlderCardsOfColumn } from '#model/older-cards.ts'
import { answers, useLoaded } from '#start/later.tsx'

/** Empty until its code has loaded, and where no card is older. */
export function OlderCardsBelow({ older }: { older: readonly OlderCardsOfColumn[] }) {
  const code = useLoaded(answers)
  const joined = joinOlderCards(older)
  return code && joined ? <code.OlderCardsButton {...joined} /> : null
}
