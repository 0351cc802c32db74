import type { RepositoryBody } from '#contract/schemas/card-schema.ts'
import type { StoredCard } from '../store/board-reader.ts'
import {
  type Evidence,
  type Preview,
  type Pull,
  parseStored,
  type Refusal,
} from '../store/evidence.ts'

/**
 * What a card of a repository is made of. What belongs to another column, or to another commit than
 * its newest, is left out until it is known again. [gap G26]
 */
export function presentRepository({
  branch,
  stage_id,
  blocked_at,
}: StoredCard): { repository: RepositoryBody } | undefined {
  const evidence = parseStored<Evidence>(branch?.evidence ?? null)
  if (!branch || !evidence) return undefined
  const { stageId, isDeleted, commits, committedAt, author, ...place } = evidence
  const stored = parseStored<Preview>(branch.preview)
  const preview = stored?.head === branch.head ? stored : undefined
  const { placedBy, placedAt, enteredAt, release, revertedBy, partly = [] } = place
  const placed = { placedBy, placedAt, enteredAt, release, revertedBy }
  const known = { ...placed, partly: presentPartly(partly) }
  const next = preview?.next
  return {
    repository: {
      ...{ branch: branch.name, head: branch.head, isDeleted, author },
      ...defined({ commits, committedAt }),
      ...(stageId === stage_id ? defined(known) : {}),
      checks:
        preview?.checks.map(({ name, state, ...more }) => ({
          name,
          state,
          ...defined(more),
        })) ?? [],
      ...defined({ pull: presentPull(branch.pull) }),
      ...(next?.fromStageId === stage_id
        ? {
            next: {
              statusId: String(next.toStageId),
              result: next.result,
              ...defined({
                detail: next.detail,
                others: next.others && [...next.others],
                branch: next.branch,
                against: next.against,
              }),
            },
          }
        : {}),
      ...defined({ refusal: presentRefusal(blocked_at, branch.refusal) }),
    },
  }
}

function presentPull(text: string | null): RepositoryBody['pull'] {
  const pull = parseStored<Pull>(text)
  if (!pull) return undefined
  const { number, url, state, review, target } = pull
  return { number, state, target, ...defined({ review, url }) }
}

/** Undefined for a card that isn't blocked, and without a record of the move. */
function presentRefusal(at: string | null, text: string | null) {
  const refusal = parseStored<Refusal>(text)
  if (at === null || !refusal) return undefined
  const { by, head, triedAt } = refusal
  return { by, head, at, ...defined({ triedAt }) }
}

/** Undefined for none: most cards are wholly where they are. */
function presentPartly(partly: NonNullable<Evidence['partly']>) {
  if (partly.length === 0) return undefined
  return partly.map(({ stageId, files }) => ({ statusId: String(stageId), files: [...files] }))
}

/** Without the fields that are undefined. */
function defined<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }
}
