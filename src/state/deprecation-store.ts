import { create } from 'zustand'

/** The end of this version of the interface, as announced by the service. */
interface DeprecationState {
  isDeprecated: boolean
  /** Undefined when the service gives no date. */
  end: Date | undefined
}

export const useDeprecationStore = create<DeprecationState>(() => ({
  isDeprecated: false,
  end: undefined,
}))

/** The first announcement since the page was opened counts. */
export function setDeprecation(end: Date | undefined): void {
  if (useDeprecationStore.getState().isDeprecated) return
  useDeprecationStore.setState({ isDeprecated: true, end })
}
