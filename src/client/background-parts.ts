/**
 * The code that reads error bodies isn't in the first load. Undefined when it can't be loaded; the
 * status of the response says enough then.
 */
export function loadErrorReader() {
  return import('#contract/readers/read-error-body.ts').catch(() => undefined)
}
