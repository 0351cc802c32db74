import { LOCALE } from '#messages/page-messages.ts'

/** "docs, bug, and api" */
export function listOf(names: readonly string[]): string {
  return new Intl.ListFormat(LOCALE).format(names)
}
