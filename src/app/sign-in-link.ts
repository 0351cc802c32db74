/**
 * Takes a key out of a sign-in link (`#key=…`) and erases it from the address and the history entry at once, before
 * anything else runs. Undefined when the address brings none.
 */
export function takeSignInKey(location: Location, history: History): string | undefined {
  const key = new URLSearchParams(location.hash.slice(1)).get('key')
  if (key === null) return undefined
  history.replaceState(null, '', location.pathname + location.search)
  return key.trim() || undefined
}
