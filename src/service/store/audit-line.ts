import type { ActivityFacts } from './activities.ts'
import type { CardRow } from './board-reader.ts'
import type { AuditLine } from './frequent-queries.ts'
import { withoutKeys } from './without-keys.ts'
import type { WriteContext } from './write-context.ts'

/** What people see of a line of the audit, and in which project: undefined for in all. */
export interface AuditFacts {
  projectId?: number
  facts?: ActivityFacts
}

export type AuditedCard = Pick<CardRow, 'id' | 'number' | 'title' | 'project_id'>

export function aboutCard(
  { id, number, title, project_id: projectId }: AuditedCard,
  facts: ActivityFacts,
): AuditFacts {
  return { projectId, facts: { card: { id, number, title }, ...facts } }
}

interface AuditedAction extends AuditFacts {
  action: string
  /** What it was done to, such as "card 12". */
  subject: string
  detail: string
}

export function auditLine(
  { actor, now }: WriteContext,
  boardId: number,
  { action, subject, detail, projectId, facts }: AuditedAction,
): AuditLine {
  return {
    at: now.toISOString(),
    actor,
    board_id: boardId,
    action,
    subject,
    detail: withoutKeys(detail),
    project_id: projectId ?? null,
    facts: facts === undefined ? null : withoutKeys(JSON.stringify(facts)),
  }
}
