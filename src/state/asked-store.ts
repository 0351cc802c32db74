import { create } from 'zustand'
import { isObject } from '#contract/unknown.ts'

/** The column that this browser asked for last, for each card whose promotion was refused; newest last, by noteKey. */
type Asked = Readonly<Record<string, string>>

const ENTRY = 'trunkline.asked'
const REMEMBERED = 200

/** What "Try again" sends. */
export const useAskedStore = create<{ asked: Asked }>(() => ({ asked: stored() }))

/** Notes the column that was asked for, or forgets it once the card has moved. */
export function rememberAsked(key: string, statusId: string | null): void {
  const { [key]: before, ...others } = useAskedStore.getState().asked
  if (statusId === null && before === undefined) return
  const entries = [...Object.entries(others), ...(statusId === null ? [] : [[key, statusId] as const])]
  const asked = Object.fromEntries(entries.slice(-REMEMBERED))
  useAskedStore.setState({ asked })
  try {
    localStorage.setItem(ENTRY, JSON.stringify(asked))
  } catch {
    // Storage is off or full: it is remembered as long as this page lives.
  }
}

function stored(): Asked {
  try {
    const json: unknown = JSON.parse(localStorage.getItem(ENTRY) ?? '{}')
    if (!isObject(json)) return {}
    return Object.fromEntries(
      Object.entries(json).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}
