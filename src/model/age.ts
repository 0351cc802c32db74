import { LOCALE } from '#messages/page-messages.ts'
import { clockTime } from './clock-time.ts'

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

/** "13:05", and of another day "Nov 28, 13:05". Times in milliseconds. */
export function momentText(at: number, now: number): string {
  const time = clockTime(at).slice(0, 5)
  if (new Date(at).toDateString() === new Date(now).toDateString()) return time
  const day = new Date(at).toLocaleDateString(LOCALE, { month: 'short', day: 'numeric' })
  return `${day}, ${time}`
}
