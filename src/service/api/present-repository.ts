import type { RepositoryBody } from '#contract/schemas/card-schema.ts'
import type { StoredCard } from '../store/board-reader.ts'
import { type Evidence, type Preview, parseStored } from '../store/evidence.ts'

/**
 * What a card of a repository is made of. What belongs to another column, or to another commit than
 * its newest, is left out until it is known again. [gap G26]
 */
export function presentRepository({
  branch,
  stage_id,
}: StoredCard): { repository: RepositoryBody } | undefined {
  const evidence = parseStored<Evidence>(branch?.evidence ?? null)
  if (!branch || !evidence) return undefined
  const { stageId, isDeleted, commits, committedAt, author, ...place } = evidence
  const stored = parseStored<Preview>(branch.preview)
  const preview = stored?.head === branch.head ? stored : undefined
  const { placedBy, placedAt, release, revertedBy } = place
  const next = preview?.next
  return {
    repository: {
      ...{ branch: branch.name, head: branch.head, isDeleted, author },
      ...defined({ commits, committedAt }),
      ...(stageId === stage_id ? defined({ placedBy, placedAt, release, revertedBy }) : {}),
      checks:
        preview?.checks.map(({ name, state, detail }) => ({
          name,
          state,
          ...defined({ detail }),
        })) ?? [],
      ...(next?.fromStageId === stage_id
        ? {
            next: {
              statusId: String(next.toStageId),
              result: next.result,
              ...defined({ detail: next.detail }),
            },
          }
        : {}),
    },
  }
}

/** Without the fields that are undefined. */
function defined<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }
}
