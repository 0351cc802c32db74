import { create } from 'zustand'
import { createStorageEntry, readStringRecord } from './storage.ts'

/**
 * Column ids by `cardKey`, newest last: the column that "Try again" repeats after a refused
 * promotion.
 */
type RetryTargets = Readonly<Record<string, string>>

const MAX_TARGETS = 200

const entry = createStorageEntry<RetryTargets>('trunkline.asked', readStringRecord)

export const useRetryTargetStore = create<{ targets: RetryTargets }>(() => ({ targets: {} }))

export function loadRetryTargets(): void {
  useRetryTargetStore.setState({ targets: entry.load() })
}

/** Null removes the target once the card has moved. */
export function setRetryTarget(key: string, statusId: string | null): void {
  const { [key]: previous, ...others } = useRetryTargetStore.getState().targets
  if (statusId === null && previous === undefined) return
  const entries = Object.entries(others)
  if (statusId !== null) entries.push([key, statusId])
  const targets = Object.fromEntries(entries.slice(-MAX_TARGETS))
  useRetryTargetStore.setState({ targets })
  entry.save(targets)
}
