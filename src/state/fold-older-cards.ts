import { focusCard, foldAllCards } from './board-ui-store.ts'
import { changeUrl } from './url.ts'

/** The first one gets the focus, so that a person goes on where the others end. */
export function unfoldOlderCards(cardIds: ReadonlySet<string>): void {
  changeUrl({ olderCards: 'shown' }, 'replace')
  const [first] = cardIds
  if (first !== undefined) focusCard(first)
}

/** Those that a person has asked for, too. */
export function foldOlderCards(): void {
  foldAllCards()
  changeUrl({ olderCards: 'folded' }, 'replace')
}
