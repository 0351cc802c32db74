import { type CardStatus, useCardStatusStore } from './card-status-store.ts'

/** Null removes the status of a card. */
export function setCardStatus(key: string, status: CardStatus | null): void {
  const { [key]: previous, ...others } = useCardStatusStore.getState().statuses
  // Each change renders the lists of all columns.
  if (!status && !previous) return
  useCardStatusStore.setState({ statuses: status ? { ...others, [key]: status } : others })
}
