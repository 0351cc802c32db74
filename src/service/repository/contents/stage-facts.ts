import * as v from 'valibot'

/**
 * What isn't plain ancestry: a stage has the changes of a card without its commits, or it has the
 * commits, but took the changes back.
 */
export interface StageFact {
  /** The stage's branch, or "tag v*". */
  branch: string
  /** Newest commit of the card. */
  head: string
  /** `ancestry`: the stage contains the head. `content`: only its changes. */
  placedBy: 'ancestry' | 'content'
  /** Commits on the stage that brought the changes, oldest first; empty if they weren't found. */
  commits: readonly string[]
  /** Where they were found: the fact holds as long as the stage contains this commit. */
  seenAt: string
  /** The commit that took the changes back. */
  revertedBy?: string | undefined
}

const factsSchema = v.array(
  v.object({
    branch: v.string(),
    head: v.string(),
    placedBy: v.picklist(['ancestry', 'content']),
    commits: v.array(v.string()),
    seenAt: v.string(),
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
