import type { PaletteName } from '#contract/palette.ts'
import type { RefusalCode } from '#contract/schemas/card-schema.ts'

export interface DemoStage {
  name: string
  minRole: string
}

/** `stage` and `assignee` are indexes, and `labels` are names. */
export interface DemoCard {
  title: string
  stage: number
  priority: 'urgent' | 'high' | 'medium' | 'low'
  assignee?: number
  labels?: readonly string[]
  /** The gate refuses every promotion of this card for this reason. */
  gate?: { code: RefusalCode; reason: string }
  /** A promotion was already refused. */
  blocked?: true
}

export const MAIN_FLOW: readonly DemoStage[] = [
  { name: 'Queued', minRole: 'member' },
  { name: 'Building', minRole: 'member' },
  { name: 'Review', minRole: 'member' },
  { name: 'Verified', minRole: 'member' },
  { name: 'Staging', minRole: 'maintainer' },
  { name: 'Released', minRole: 'maintainer' },
]

/**
 * The flow of the board with several projects. Members can move cards out of the queue but not
 * back.
 */
export const TEAM_FLOW: readonly DemoStage[] = [
  { name: 'Queued', minRole: 'maintainer' },
  { name: 'Review', minRole: 'member' },
  { name: 'Main', minRole: 'maintainer' },
  { name: 'Released', minRole: 'owner' },
]

export const LARGE_FLOW: readonly DemoStage[] = [
  'Intake',
  'Triage',
  'Ready',
  'Branch',
  'Building',
  'Review',
  'Rework',
  'Integration',
  'Verified',
  'Staging',
  'Canary',
  'Released',
].map((name, index) => ({ name, minRole: index < 9 ? 'member' : 'maintainer' }))

export const PEOPLE = [
  'Ada Okafor',
  'Jonas Lindqvist',
  'Mei Tanaka',
  'Rafael Souza',
  'Priya Nair',
  'Tom Becker',
] as const

export const LABELS: readonly { name: string; color: PaletteName }[] = [
  { name: 'bug', color: 'red' },
  { name: 'security', color: 'purple' },
  { name: 'performance', color: 'amber' },
  { name: 'api', color: 'blue' },
  { name: 'frontend', color: 'teal' },
  { name: 'database', color: 'indigo' },
  { name: 'docs', color: 'gray' },
  { name: 'tests', color: 'green' },
  { name: 'accessibility', color: 'pink' },
  { name: 'dependencies', color: 'brown' },
  { name: 'good first change', color: 'lime' },
  { name: 'customer', color: 'orange' },
]

/** The first card is #101. */
export const MAIN_CARDS: readonly DemoCard[] = [
  { title: 'Rotate signing keys', stage: 0, priority: 'high', assignee: 0, labels: ['security'] },
  { title: 'Page through audit entries', stage: 0, priority: 'medium', labels: ['api'] },
  {
    title: 'Explain quota errors in the CLI',
    stage: 0,
    priority: 'low',
    labels: ['docs', 'good first change'],
  },
  {
    title: 'Drop the legacy session table',
    stage: 1,
    priority: 'medium',
    assignee: 2,
    labels: ['database'],
  },
  {
    title: 'Show the commit under each deployment',
    stage: 1,
    priority: 'medium',
    assignee: 4,
    labels: ['frontend'],
  },
  {
    title: 'Retry webhooks with backoff',
    stage: 2,
    priority: 'high',
    assignee: 1,
    labels: ['api', 'customer'],
    gate: { code: 'checks_red', reason: 'checks are red: unit-tests failed' },
  },
  {
    title: 'Move avatars to object storage',
    stage: 1,
    priority: 'medium',
    assignee: 3,
    labels: ['performance'],
    gate: { code: 'conflicts', reason: 'branch has conflicts with main in src/storage/avatar.ts' },
  },
  {
    title: 'Remove the unused feature flag “new-nav”',
    stage: 2,
    priority: 'low',
    labels: ['frontend'],
    gate: {
      code: 'nothing_to_merge',
      reason: 'nothing to merge: the branch has no commits that main lacks',
    },
  },
  {
    title: 'Fix time zone of the weekly report',
    stage: 0,
    priority: 'high',
    assignee: 5,
    labels: ['bug', 'customer'],
  },
  {
    title: 'Index invoices by customer and month',
    stage: 2,
    priority: 'urgent',
    assignee: 2,
    labels: ['database', 'performance'],
  },
  {
    title: 'Keyboard focus is lost after closing a menu',
    stage: 0,
    priority: 'medium',
    labels: ['accessibility', 'bug'],
  },
  {
    title: 'Upgrade the TLS library',
    stage: 3,
    priority: 'urgent',
    assignee: 0,
    labels: ['security', 'dependencies'],
  },
  {
    title: 'Cache permission look-ups per request',
    stage: 3,
    priority: 'medium',
    assignee: 1,
    labels: ['performance'],
  },
  {
    title: 'Stream exports instead of building them in memory',
    stage: 1,
    priority: 'high',
    assignee: 3,
    labels: ['performance', 'api', 'customer', 'database'],
  },
  {
    title: 'Reject expired invitations',
    stage: 2,
    priority: 'high',
    assignee: 4,
    labels: ['security', 'bug'],
    gate: { code: 'checks_red', reason: 'checks are red: end-to-end failed, 3 of 214 journeys' },
    blocked: true,
  },
  { title: 'Describe the release process', stage: 4, priority: 'low', labels: ['docs'] },
  {
    title: 'Health check reports the schema version',
    stage: 4,
    priority: 'medium',
    assignee: 2,
    labels: ['api'],
  },
  { title: 'Sign container images', stage: 5, priority: 'high', assignee: 0, labels: ['security'] },
  {
    title: 'Contract tests for the billing client',
    stage: 3,
    priority: 'medium',
    assignee: 5,
    labels: ['tests'],
  },
  {
    title: 'Split the settings page by area',
    stage: 1,
    priority: 'medium',
    assignee: 4,
    labels: ['frontend', 'accessibility'],
    gate: { code: 'conflicts', reason: 'branch has conflicts with main in 4 files' },
    blocked: true,
  },
  { title: 'Limit log lines to 8 KiB', stage: 0, priority: 'low' },
  {
    title: 'Warn before a token expires',
    stage: 0,
    priority: 'medium',
    assignee: 1,
    labels: ['security', 'customer'],
  },
  {
    title: 'Duplicate rows after a resumed import',
    stage: 0,
    priority: 'urgent',
    assignee: 2,
    labels: ['bug', 'database'],
  },
  { title: 'Dark theme for printed invoices', stage: 0, priority: 'low', labels: ['frontend'] },
  {
    title: 'Search ignores accents',
    stage: 1,
    priority: 'medium',
    assignee: 3,
    labels: ['bug', 'customer'],
  },
  {
    title: 'Batch notifications per recipient',
    stage: 1,
    priority: 'medium',
    assignee: 5,
    labels: ['performance'],
  },
  {
    title: 'Replace the date parser',
    stage: 2,
    priority: 'medium',
    assignee: 1,
    labels: ['dependencies'],
  },
  {
    title: 'Let a team leave an organization',
    stage: 2,
    priority: 'high',
    assignee: 4,
    labels: ['api', 'frontend'],
  },
  {
    title: 'Measure cold start of the worker',
    stage: 3,
    priority: 'low',
    labels: ['performance', 'tests'],
  },
  {
    title: 'Two-step deletion of workspaces',
    stage: 3,
    priority: 'high',
    assignee: 0,
    labels: ['security'],
  },
  {
    title: 'Compress stored diffs',
    stage: 4,
    priority: 'medium',
    assignee: 3,
    labels: ['database'],
  },
  { title: 'Accept ISO weeks in filters', stage: 5, priority: 'low', assignee: 1, labels: ['api'] },
  {
    title: 'Alt texts for status icons',
    stage: 5,
    priority: 'medium',
    assignee: 4,
    labels: ['accessibility'],
  },
  {
    title: 'Rate limit sign-in attempts',
    stage: 5,
    priority: 'urgent',
    assignee: 0,
    labels: ['security'],
  },
  {
    title: 'Record who approved a deployment',
    stage: 5,
    priority: 'high',
    assignee: 2,
    labels: ['api', 'security'],
  },
  {
    title: 'Fewer queries on the home page',
    stage: 5,
    priority: 'medium',
    assignee: 3,
    labels: ['performance', 'database'],
  },
  {
    title: 'Show skipped checks apart from green ones',
    stage: 0,
    priority: 'medium',
    labels: ['frontend'],
  },
  {
    title: 'Use one word for replicas in the docs',
    stage: 5,
    priority: 'low',
    labels: ['docs', 'good first change'],
  },
  {
    title: 'Webhook signatures with SHA-256',
    stage: 4,
    priority: 'high',
    assignee: 1,
    labels: ['security', 'api'],
  },
  {
    title: 'Reuse connections to the mail server',
    stage: 5,
    priority: 'medium',
    assignee: 5,
    labels: ['performance'],
  },
  {
    title: 'Undo for bulk edits',
    stage: 0,
    priority: 'high',
    assignee: 4,
    labels: ['frontend', 'customer'],
  },
  {
    title: 'Clock skew breaks token checks',
    stage: 1,
    priority: 'urgent',
    assignee: 0,
    labels: ['bug', 'security'],
  },
  { title: 'Archive projects that nobody opened for a year', stage: 0, priority: 'low' },
  {
    title: 'Smaller base image',
    stage: 3,
    priority: 'medium',
    assignee: 2,
    labels: ['dependencies'],
  },
  {
    title: 'Fuzz the query parser',
    stage: 2,
    priority: 'medium',
    assignee: 5,
    labels: ['tests', 'security'],
  },
  {
    title: 'Column order is lost in CSV exports',
    stage: 2,
    priority: 'low',
    assignee: 3,
    labels: ['bug'],
  },
  {
    title: 'Show which check is red on the card',
    stage: 5,
    priority: 'high',
    assignee: 1,
    labels: ['frontend'],
  },
  {
    title:
      'Document the error codes of the public interface, one by one, with an example request and what a caller should do next',
    stage: 1,
    priority: 'low',
    labels: ['docs', 'api'],
  },
  {
    title: 'Back up the object store across regions',
    stage: 0,
    priority: 'high',
    assignee: 2,
    labels: ['database'],
  },
  {
    title: 'Screen reader names for chart points',
    stage: 2,
    priority: 'medium',
    assignee: 4,
    labels: ['accessibility', 'frontend'],
  },
  {
    title: 'Faster diff of large lock files',
    stage: 1,
    priority: 'low',
    assignee: 5,
    labels: ['performance'],
  },
  {
    title: 'Merge the two e-mail templates',
    stage: 3,
    priority: 'low',
    labels: ['frontend'],
    gate: {
      code: 'nothing_to_merge',
      reason: 'nothing to merge: the branch is up to date with staging',
    },
    blocked: true,
  },
  { title: 'Quarantine flaky tests', stage: 4, priority: 'medium', assignee: 5, labels: ['tests'] },
  {
    title: 'Trace a request across services',
    stage: 0,
    priority: 'medium',
    assignee: 1,
    labels: ['api'],
  },
  {
    title: 'Stop polling while the tab is hidden',
    stage: 5,
    priority: 'low',
    assignee: 4,
    labels: ['frontend', 'performance'],
  },
  {
    title: 'Check backups by restoring one each night',
    stage: 3,
    priority: 'high',
    assignee: 2,
    labels: ['database', 'tests'],
  },
  {
    title: 'Explain why a deployment waits',
    stage: 1,
    priority: 'medium',
    labels: ['frontend', 'customer'],
  },
  {
    title: 'Remove the second copy of the license list',
    stage: 5,
    priority: 'low',
    labels: ['docs', 'dependencies'],
  },
  {
    title: 'One sign-out for all devices',
    stage: 0,
    priority: 'high',
    assignee: 0,
    labels: ['security', 'customer'],
  },
  {
    title: 'Prefetch the next page of results',
    stage: 4,
    priority: 'low',
    assignee: 3,
    labels: ['performance', 'frontend'],
  },
]

export const TEAM_TITLES: readonly string[] = [
  'Open a shared link without an account',
  'Keep drafts when the session ends',
  'Explain the new pricing in the app',
  'Push notifications on tablets',
  'Offline list of recent documents',
  'Larger touch targets in the editor',
  'Sync bookmarks between devices',
  'Read receipts can be turned off',
]

const VERBS = ['Fix', 'Speed up', 'Document', 'Replace', 'Test', 'Simplify', 'Secure', 'Measure']
const OBJECTS = [
  'the import queue',
  'session storage',
  'the diff viewer',
  'search ranking',
  'webhook delivery',
  'the billing client',
  'image uploads',
  'the role editor',
  'audit exports',
]
const CIRCUMSTANCES = [
  '',
  ' under load',
  ' for large repositories',
  ' on slow networks',
  ' after a failed deployment',
  ' when two people edit at once',
]
const PRIORITIES = ['medium', 'low', 'medium', 'high', 'medium', 'urgent', 'low'] as const

/** Deterministic, so that every run has the same cards. */
export function generateCards(count: number, stages: number): DemoCard[] {
  const names = LABELS.map((label) => label.name)
  return Array.from({ length: count }, (_, index): DemoCard => {
    const labels = [
      names[(index * 7) % names.length],
      names[(index * 5 + 3) % names.length],
    ].filter((name): name is string => name !== undefined)
    const title = `${VERBS[index % VERBS.length]} ${OBJECTS[(index * 5) % OBJECTS.length]}${CIRCUMSTANCES[(index * 11) % CIRCUMSTANCES.length]}`
    const isRed = index % 40 === 17
    return {
      title,
      stage: (index * 7 + (index >> 4)) % stages,
      priority: PRIORITIES[index % PRIORITIES.length] ?? 'medium',
      ...(index % 3 === 0 ? {} : { assignee: index % PEOPLE.length }),
      labels: [...new Set(labels)].slice(0, index % 3),
      ...(isRed
        ? { gate: { code: 'checks_red', reason: 'checks are red: build failed' }, blocked: true }
        : {}),
    }
  })
}
