import { LOCALE } from '#messages/page-messages.ts'

/** Times in milliseconds. "2 days ago" */
export function age(committedAt: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
  const minutes = Math.round((committedAt - now) / 60_000)
  if (Math.abs(minutes) < 60) return format.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return Math.abs(hours) < 24
    ? format.format(hours, 'hour')
    : format.format(Math.round(hours / 24), 'day')
}
