import type { RefusalCause } from '#model/refusal.ts'

/** What to do after a refused promotion. */
const NEXT_STEPS: Readonly<Record<Exclude<RefusalCause, 'other'>, string>> = {
  conflicts:
    'Den Ziel-Branch in den Branch dieser Karte mergen oder den Branch dieser Karte darauf rebasen, die Konflikte lösen, pushen und die Karte erneut verschieben.',
  checks:
    'Die fehlgeschlagenen Checks öffnen, die Fehler beheben, pushen und die Karte erneut verschieben, wenn die Checks grün sind.',
  nothing:
    'Die Commits für diese Karte pushen oder die Karte dort lassen, wo sie ist: Die nächste Stufe hat ihre Commits bereits.',
  remote:
    'Wer das entfernte Repository verwaltet, muss diesen Push zulassen, zum Beispiel durch Ändern des Branch-Schutzes. Danach die Karte erneut verschieben.',
  unrelated:
    'Wird dieser Branch nie gemergt, wie der einer Website, ihn mit cards.branches in .board.json vom Board ausnehmen. Soll er gemergt werden, ihn vom Ziel-Branch aus neu beginnen.',
}

/** @param ago such as "vor 2 Tagen" */
export function refusedAgo(ago: string): string {
  return `Abgelehnt ${ago}.`
}

/** A name follows. */
export const MOVED_BY = 'Verschoben von'

export const BEFORE_LAST_PUSH = 'Das war vor dem letzten Push. Seitdem hat es niemand versucht.'

/** @param ago such as "vor 2 Tagen" */
export function triedAgain(ago: string): string {
  return `Vom Dienst ${ago} erneut versucht: weiterhin abgelehnt.`
}

/** Undefined for `other`: a guess would be worse than no advice. */
export function nextStep(cause: RefusalCause): string | undefined {
  return cause === 'other' ? undefined : NEXT_STEPS[cause]
}
