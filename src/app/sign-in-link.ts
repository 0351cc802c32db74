/**
 * Takes the key out of a sign-in link (`#key=…`), and removes it from the URL and the history entry
 * before anything else runs. Undefined when the URL contains no key.
 */
export function takeSignInKey(location: Location, history: History): string | undefined {
  const key = new URLSearchParams(location.hash.slice(1)).get('key')
  if (key === null) return undefined
  history.replaceState(null, '', location.pathname + location.search)
  return key.trim() || undefined
}
