import type { Generated, GeneratedAlways } from 'kysely'

/** Ids are numbers here and strings in the API (spec section 2). Times are ISO 8601, UTC. */
export interface Tables {
  /** Written by Kysely's Migrator. */
  kysely_migration: { name: string; timestamp: string }
  /** One row. */
  store: { id: string; created_at: string }
  boards: {
    id: Generated<number>
    organization_id: number
    name: string
    /** Increases with every change that a load shows. */
    revision: Generated<number>
    /** Number of the next card. */
    next_number: number
    created_at: string
    created_by: string
  }
  projects: { id: Generated<number>; board_id: number; name: string; created_at: string }
  stages: {
    id: Generated<number>
    board_id: number
    name: string
    min_role: string
    position: number
    /** Whose commits stand for the cards in it; null for work, and without a repository. */
    branch: string | null
    /** Whose releases stand for the cards in it; null for a branch, and for work. */
    tag: Generated<string | null>
    /** Why nobody can move a card into it. */
    locked_reason: Generated<string | null>
    /** After how many days without a commit its cards may be folded away; null for never. */
    hide_after_days: Generated<number | null>
  }
  cards: {
    id: Generated<number>
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
    created_at: string
    created_by: string
  }
  labels: {
    id: Generated<number>
    board_id: number
    name: string
    /** Unique on a board. */
    name_key: string
    color: string
    created_at: string
    created_by: string
  }
  card_labels: { card_id: number; label_id: number; position: number }
  /** Cards that the scripted gate refuses. */
  gate_facts: { card_id: number; code: string; reason: string }
  /** Promotions that the gate was asked about. */
  move_intents: {
    id: string
    board_id: number
    card_id: number
    from_stage_id: number
    to_stage_id: number
    actor: string
    /** `pending` until the gate has decided. */
    state: 'pending' | 'promoted' | 'refused' | 'abandoned'
    created_at: string
  }
  /** Boards over a git repository. */
  repositories: {
    board_id: number
    /** A real path or a URL. */
    source: string
    /** The last .board.json without a fault. */
    config: string | null
    created_at: string
    /** Null until the next start, for a board of an earlier version. */
    default_branch: string | null
    /** JSON: links of the repository's host. */
    web: Generated<string | null>
    /** Why the board shows an earlier state; null while it follows its repository. */
    problem: Generated<string | null>
    /** Of that state. */
    synced_at: Generated<string | null>
  }
  /** The branch of each card of such a board. */
  branches: {
    card_id: number
    board_id: number
    name: string
    /** Its newest commit. */
    head: string
    /** Syncs since it was deleted. */
    missing_syncs: Generated<number>
    /** The branch that the refused move led to. */
    blocked_target: Generated<string | null>
    /** JSON: what each stage has of it. */
    stage_facts: string | null
    /** JSON: the trees before and after its changes. */
    net_change: Generated<string | null>
    /** JSON: what the last sync has read of it. */
    evidence: Generated<string | null>
    /** JSON: its checks, and what its next move would do. */
    preview: Generated<string | null>
    /** JSON: whose move was refused last. */
    refusal: Generated<string | null>
    /** JSON: its pull request. */
    pull: Generated<string | null>
  }
  /** JSON: results of the checks of a commit, as a forge has told them last. */
  commit_results: { board_id: number; commit_id: string; results: string }
  /** What a promotion is about to change in the repository. */
  ref_updates: {
    intent_id: string
    ref: string
    old_commit: string
    new_commit: string
    /** The process that does it, and when it began. */
    process: Generated<string | null>
    recorded_at: Generated<string | null>
  }
  credentials: {
    id: Generated<number>
    client_id: string
    name: string
    /** For the commits of promotions. */
    email: Generated<string | null>
    /** Separated by spaces. */
    scopes: string
    created_at: string
    created_by: string
    expires_at: string | null
    revoked_at: string | null
    /** A day, as 2026-01-31. */
    last_used_on: string | null
  }
  credential_boards: { credential_id: number; board_id: number; role: string }
  secrets: {
    /** Increases with every secret: it orders them, whatever the clock says. */
    id: GeneratedAlways<number>
    hash: string
    credential_id: number
    created_at: string
    retired_at: string | null
  }
  /** Who did what, and when. */
  audit: {
    id: GeneratedAlways<number>
    at: string
    /** Client id of a key, or "operator". */
    actor: string
    /** Null for what concerns no board. */
    board_id: number | null
    action: string
    /** What it was done to, such as "card 12". */
    subject: string
    detail: string
    /** Null for what belongs to no project. */
    project_id: Generated<number | null>
    /** JSON: what people read about it on the board; null for what isn't shown there. */
    facts: Generated<string | null>
  }
  /** Requests of a credential in the current minute. */
  rate_limits: { credential_id: number; type: string; minute: number; requests: number }
}
