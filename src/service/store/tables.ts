import type { Generated } from 'kysely'

/** Ids are numbers here and strings in the API (spec section 2). Times are ISO 8601, UTC. */
export interface Tables {
  /** Written by Kysely's Migrator. */
  kysely_migration: { name: string; timestamp: string }
  boards: { id: number; organization_id: number; revision: Generated<number>; next_number: number }
  projects: { id: number; board_id: number }
  stages: { id: number; board_id: number; name: string; min_role: string; position: number }
  cards: {
    id: number
    board_id: number
    number: number
    title: string
    project_id: number
    stage_id: number
    position: number
    priority: string
    assignee_id: number | null
    assignee_name: string | null
    blocked_reason: string | null
    blocked_code: string | null
    blocked_at: string | null
  }
  labels: { id: Generated<number>; board_id: number; name: string; name_key: string; color: string }
  card_labels: { card_id: number; label_id: number; position: number }
  gate_facts: { card_id: number; code: string; words: string }
  credentials: {
    id: Generated<number>
    client_id: string
    name: string
    scopes: string
    created_at: string
  }
  credential_boards: { credential_id: number; board_id: number; role: string }
  secrets: { hash: string; credential_id: number; created_at: string; retired_at: string | null }
}
