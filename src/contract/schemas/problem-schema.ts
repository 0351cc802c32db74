import * as v from 'valibot'
import { REFUSAL_CODES } from '../card-values.ts'
import { projectSchema } from './board-schema.ts'

/** Stable error codes of our service. [gap G1] */
const ERROR_CODES = [
  'bad_request',
  'key_missing',
  'key_not_accepted',
  'role_too_low',
  'scope_missing',
  'workspace_required',
  'workspace_unknown',
  'project_required',
  'project_unknown',
  'not_found',
  'method_not_allowed',
  'label_exists',
  'too_many_labels',
  'promotion_refused',
  'checks_running',
  'check_command_not_allowed',
  'moving_back',
  'revert_conflicts',
  'would_leave_part',
  'would_change_others',
  'branch_missing',
  'branch_checked_out',
  'repository_locked',
  'repository_busy',
  'repository_failed',
  'repository_unfinished',
  'repository_unreachable',
  'card_moved',
  'column_locked',
  'board_changed',
  'body_too_large',
  'host_not_allowed',
  'unsupported_media_type',
  'expectation_failed',
  'request_timed_out',
  'headers_too_large',
  'too_many_writes',
  'too_many_loads',
  'too_many_rejected_keys',
  'store_busy',
  'not_ready',
  'store_full',
  'upstream_unreachable',
  'upstream_timed_out',
  'upstream_redirected',
  'upstream_unreadable',
  'upstream_busy',
  'internal',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** `application/problem+json` (RFC 9457), sent by our service. */
export const problemSchema = v.strictObject({
  type: v.string(),
  title: v.string(),
  status: v.pipe(v.number(), v.integer()),
  detail: v.string(),
  code: v.picklist(ERROR_CODES),
  requestId: v.string(),
  workspaceIds: v.optional(v.array(v.string())),
  projectIds: v.optional(v.array(v.string())),
  projects: v.optional(v.array(projectSchema)),
  neededRole: v.optional(v.string()),
  reason: v.optional(v.string()),
  refusal: v.optional(v.picklist(REFUSAL_CODES)),
})

export type ProblemBody = v.InferOutput<typeof problemSchema>
