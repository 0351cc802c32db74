import { say } from '#state/notice-store.ts'

let told = false

/** Says once in a visit that the service announces the end of this interface (RFC 9745, RFC 8594). [gap G24] */
export function noteDeprecation(headers: Headers): void {
  const [deprecation, sunset] = [headers.get('Deprecation'), headers.get('Sunset')]
  if (told || (deprecation === null && sunset === null) || deprecation === 'false') return
  told = true
  const end = sunset === null ? Number.NaN : Date.parse(sunset)
  const when = Number.isNaN(end) ? '' : ` on ${new Date(end).toLocaleDateString('en-GB', { dateStyle: 'long' })}`
  say(`The board service says that this version of its interface will end${when}. Tell whoever runs it.`, 'neutral')
}

/** As in a new visit, for tests. */
export function forgetDeprecation(): void {
  told = false
}
