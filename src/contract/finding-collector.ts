import { type JsonObject, own } from './json.ts'

/**
 * What is unrecognized: a value of an enumeration that the spec leaves open, a field name, or a
 * shape.
 */
export type FindingSubject = 'kind' | 'role' | 'scope' | 'priority' | 'color' | 'field' | 'shape'

/** Unrecognized data in a response. */
export interface Finding {
  subject: FindingSubject
  /** For example "GET /v1/board, card". */
  where: string
  /** The unrecognized value, the name of the field, or a description of the shape. */
  value: string
  /** Occurrences in the response. */
  count: number
  /** JSON of the first occurrence, truncated to 300 characters. */
  sample: string
}

/** The names that this app uses, of each kind of object. */
export const KNOWN_FIELDS = {
  credential: new Set(['clientId', 'name', 'scopes', 'boards', 'answering']),
  'board entry': new Set(['workspaceId', 'organizationId', 'role', 'name']),
  board: new Set([
    'columns',
    'projects',
    'offers',
    'cardLabelsMinRole',
    'web',
    'isShared',
    'problem',
    'syncedAt',
  ]),
  column: new Set(
    ['statusId', 'name', 'kind', 'minRole'].concat('lockedReason', 'hideAfterDays', 'tasks'),
  ),
  card: new Set(
    ['id', 'number', 'title', 'projectId', 'statusId'].concat(
      'priority',
      'assignee',
      'labels',
      'blocked',
      'repository',
    ),
  ),
  'card repository': new Set(
    ['branch', 'head', 'isDeleted', 'commits', 'committedAt', 'author'].concat(
      ['placedBy', 'placedAt', 'enteredAt', 'release', 'revertedBy', 'partly'],
      ['checks', 'pull', 'next', 'refusal'],
    ),
  ),
  check: new Set(['name', 'state', 'detail', 'url', 'source']),
  pull: new Set(['number', 'url', 'state', 'review', 'target']),
  'next move': new Set(['statusId', 'result', 'detail', 'others', 'branch', 'against']),
  label: new Set(['id', 'name', 'color', 'taskCount']),
} as const

const MAX_FINDINGS = 200
const MAX_VALUE_LENGTH = 120
const MAX_SAMPLE_LENGTH = 300

/** Counts equal findings of one response. */
export class FindingCollector {
  private readonly byKey = new Map<string, Finding>()

  constructor(private readonly request: string) {}

  add(subject: FindingSubject, place: string, value: string, sample: unknown): void {
    const key = `${subject} ${place} ${value}`
    const existing = this.byKey.get(key)
    if (existing) existing.count += 1
    else if (this.byKey.size < MAX_FINDINGS) {
      const where = place ? `${this.request}, ${place}` : this.request
      this.byKey.set(key, {
        subject,
        where,
        value: truncate(value, MAX_VALUE_LENGTH),
        count: 1,
        sample: sampleOf(sample),
      })
    }
  }

  /** Adds a shape unless it is as expected. */
  expect(isExpected: boolean, place: string, description: string, sample: unknown): void {
    if (!isExpected) this.add('shape', place, description, sample)
  }

  /** Ignores case and surrounding spaces, like the rest of the app. */
  checkValue(
    subject: FindingSubject,
    place: string,
    value: unknown,
    known: ReadonlySet<string>,
  ): void {
    if (typeof value !== 'string') this.add('shape', place, `${subject} is not a string`, value)
    else if (!known.has(value.trim().toLowerCase())) this.add(subject, place, value, value)
  }

  /** Adds the names that this app does not use. */
  checkFields(place: keyof typeof KNOWN_FIELDS, source: JsonObject, alsoRead?: RegExp): void {
    for (const name of Object.keys(source)) {
      if (!KNOWN_FIELDS[place].has(name) && !alsoRead?.test(name))
        this.add('field', place, name, own(source, name))
    }
  }

  list(): Finding[] {
    return [...this.byKey.values()]
  }
}

function sampleOf(value: unknown): string {
  return truncate(JSON.stringify(value) ?? 'absent', MAX_SAMPLE_LENGTH)
}

function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}
