import { nameKey } from '#contract/name-key.ts'
import type { Label } from '#contract/readers/read-label.ts'

export type LabelOrder = 'name' | 'use' | 'color'

/** Sorts after every color name. */
const LAST = '\uffff'

/** Labels in an order, ties by name. Labels without a count or a color come last. */
export function sortLabels(labels: readonly Label[], order: LabelOrder): Label[] {
  // Not at the top level: the first one of a page takes as long as a frame.
  const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
  const byName = (a: Label, b: Label) => collator.compare(a.name, b.name)
  const byUse = (a: Label, b: Label) => (b.taskCount ?? -1) - (a.taskCount ?? -1)
  const byColor = (a: Label, b: Label) => collator.compare(a.color ?? LAST, b.color ?? LAST)
  const compare = {
    name: byName,
    use: (a: Label, b: Label) => byUse(a, b) || byName(a, b),
    color: (a: Label, b: Label) => byColor(a, b) || byName(a, b),
  }[order]
  return [...labels].sort(compare)
}

/**
 * Another label whose name looks the same. Whether duplicates are allowed is up to the service.
 * `exceptId` is the label being edited.
 */
export function findDuplicateLabel(
  labels: readonly Label[],
  name: string,
  exceptId?: string,
): Label | undefined {
  const key = nameKey(name)
  if (!key) return undefined
  return labels.find((label) => label.id !== exceptId && nameKey(label.name) === key)
}

/**
 * Of the colors that a service has used, the one that the fewest labels have; undefined for none.
 */
export function leastUsedColor(
  labels: readonly Label[],
  seenColors: readonly string[],
): string | undefined {
  const uses = (color: string) => labels.filter((label) => label.color === color).length
  return [...seenColors].sort((a, b) => uses(a) - uses(b))[0]
}
