import { setOpenedCard } from './board-ui-store.ts'
import { changeUrl } from './url.ts'

export function closeCard(): void {
  setOpenedCard(null)
  changeUrl({ cardNumber: undefined }, 'return')
}
