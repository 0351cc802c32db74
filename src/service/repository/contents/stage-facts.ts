import * as v from 'valibot'
import type { NetChange } from './net-changes.ts'

/** What a stage has of a card. */
export interface StageFact {
  /** The stage's branch, or "tag v*". */
  branch: string
  /** The change of the card that was looked for: two trees. */
  base: string
  head: string
  /** What the fact depends on: it holds as long as the stage's files are these. */
  files: string
  verdict: 'present' | 'absent' | 'partly'
  /** Of `partly`: some of the files that the stage lacks a part of. */
  missing: readonly string[]
  /** The commit that brought the change into a stage that doesn't contain the card's commits. */
  broughtBy?: string | undefined
  /** The commit that took the change back. */
  revertedBy?: string | undefined
}

const factsSchema = v.array(
  v.object({
    branch: v.string(),
    base: v.string(),
    head: v.string(),
    files: v.string(),
    verdict: v.picklist(['present', 'absent', 'partly']),
    missing: v.array(v.string()),
    broughtBy: v.optional(v.string()),
    revertedBy: v.optional(v.string()),
  }),
)

/** Facts as the store has them. What another version wrote is read from the repository again. */
export function parseFacts(text: string | null): StageFact[] {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), factsSchema), text)
  return result.success ? result.output : []
}

export function factsText(facts: readonly StageFact[] = []): string | null {
  return facts.length > 0 ? JSON.stringify(facts) : null
}

const netChangeSchema = v.object({
  base: v.string(),
  head: v.string(),
  tip: v.string(),
  began: v.optional(v.string()),
  first: v.optional(v.string()),
})

/** As the store has it; undefined when the next sync has to find it out. */
export function parseNetChange(text: string | null): NetChange | undefined {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), netChangeSchema), text)
  return result.success ? result.output : undefined
}

export function netChangeText(net: NetChange | undefined): string | null {
  return net ? JSON.stringify(net) : null
}
