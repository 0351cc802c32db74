import { setDeprecation } from '#state/deprecation-store.ts'

/**
 * The service announces the end of this version of its interface (RFC 9745, RFC 8594). [gap G24]
 */
export function reportDeprecation(headers: Headers): void {
  const [deprecation, sunset] = [headers.get('Deprecation'), headers.get('Sunset')]
  if (deprecation === null && sunset === null) return
  if (deprecation === 'false') return
  const end = sunset === null ? Number.NaN : Date.parse(sunset)
  setDeprecation(Number.isNaN(end) ? undefined : new Date(end))
}
