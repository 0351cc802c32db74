import type { BoardFile, FileCard } from '../boards/board-file.ts'

const COLUMNS = [
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
]
/** The columns from here on need a maintainer. */
const FIRST_MAINTAINER_COLUMN = 9

const PEOPLE = [
  'Ada Okafor',
  'Jonas Lindqvist',
  'Mei Tanaka',
  'Rafael Souza',
  'Priya Nair',
  'Tom Becker',
]

const LABELS: BoardFile['labels'] = [
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
const CARD_PRIORITIES: readonly FileCard['priority'][] = [
  'medium',
  'low',
  'medium',
  'high',
  'medium',
  'urgent',
  'low',
]

const FIRST_NUMBER = 101

/** A board with 12 columns. Deterministic, so that every run has the same cards. */
export function generateBoard(name: string, cardCount: number): BoardFile {
  return {
    format: 'trunkline-board-1',
    name,
    projects: [name],
    columns: COLUMNS.map((column, index) => ({
      name: column,
      minRole: index < FIRST_MAINTAINER_COLUMN ? 'member' : 'maintainer',
    })),
    labels: LABELS,
    cards: Array.from({ length: cardCount }, (_, index) => generateCard(index)),
  }
}

function generateCard(index: number): FileCard {
  const isRed = index % 40 === 17
  return {
    number: FIRST_NUMBER + index,
    title: `${pick(VERBS, index)} ${pick(OBJECTS, index * 5)}${pick(CIRCUMSTANCES, index * 11)}`,
    column: pick(COLUMNS, index * 7 + (index >> 4)),
    priority: pick(CARD_PRIORITIES, index),
    ...(index % 3 === 0 ? {} : { assignee: pick(PEOPLE, index) }),
    labels: labelsOf(index),
    ...(isRed ? { refusal: RED_BUILD, isBlocked: true } : {}),
  }
}

const RED_BUILD = { code: 'checks_red', reason: 'checks are red: build failed' } as const

function labelsOf(index: number): string[] {
  const names = LABELS.map((label) => label.name)
  const labels = [pick(names, index * 7), pick(names, index * 5 + 3)]
  return [...new Set(labels)].slice(0, index % 3)
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new RangeError('The list is empty.')
  return item
}
