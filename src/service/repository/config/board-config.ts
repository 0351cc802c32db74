import * as v from 'valibot'
import { webSchema } from '#contract/schemas/board-schema.ts'
import { visibleText } from '#contract/schemas/text-schema.ts'
import { ROLE_ORDER } from '#model/permissions.ts'
import { messages } from '../../messages/messages.ts'
import { Turns } from '../../turns.ts'
import { numberOfPull } from '../git/pull-refs.ts'
import { matches, NUMBER_PLACE } from './branch-patterns.ts'

/** A name of a branch, without refs/heads/. git checks the rest. */
const branchName = v.pipe(
  v.string(),
  v.regex(/^(?![-/.])(?!.*(\.\.|@\{|\/\/|\.lock(\/|$)))[^\s~^:?*[\\\p{Cc}]+(?<![/.])$/u),
  v.maxLength(200),
)
const branchPattern = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))
/** As `git tag --list` takes it, without what only a shell would need. */
const tagPattern = v.pipe(
  v.string(),
  v.regex(/^(?![-/.])(?!.*(\.\.|@\{|\/\/))[^\s~^:?[\\\p{Cc}]+(?<![/.])$/u),
  v.maxLength(200),
)
/** Each branch is compared with each pattern. */
const MAX_PATTERNS = 50
const patterns = v.pipe(v.array(branchPattern), v.nonEmpty(), v.maxLength(MAX_PATTERNS))
const hasOneNumber = (pattern: string) => pattern.split(NUMBER_PLACE).length === 2
const MAX_CHECKS = 50
export const MAX_CHECK_NAME = 100
const MAX_TRUSTED_AUTHORS = 200
/** Without `hideAfterDays`. */
export const HIDE_AFTER_DAYS = 180
const MAX_DAYS = 36_500

const STYLES = ['merge', 'squash', 'rebase'] as const
export type PromotionStyle = (typeof STYLES)[number]

const columnSchema = v.strictObject({
  name: visibleText('name', 200),
  minRole: v.optional(v.picklist(ROLE_ORDER), 'member'),
  rule: v.union(
    [
      v.literal('work'),
      v.strictObject({ branch: branchName, style: v.optional(v.picklist(STYLES)) }),
      v.strictObject({ tag: tagPattern }),
    ],
    messages.repository.configRule,
  ),
})

const checksSchema = v.strictObject({
  notes: v.optional(v.pipe(v.string(), v.regex(/^refs\/notes\/[\w./-]+$/)), 'refs/notes/checks'),
  required: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_CHECK_NAME))),
      v.maxLength(MAX_CHECKS),
    ),
    [],
  ),
  /** E-mail addresses; without them, everybody's notes count. */
  trustedAuthors: v.optional(v.pipe(v.array(v.string()), v.maxLength(MAX_TRUSTED_AUTHORS))),
  command: v.optional(
    v.pipe(
      v.array(v.string()),
      v.check(([program]) => Boolean(program?.trim()), messages.repository.configNoProgram),
    ),
  ),
  timeout: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(86_400)), 600),
  /** Whether the results of the forge count. */
  forge: v.optional(v.boolean()),
  /** What the reviews of a pull request must come to. */
  review: v.optional(v.picklist(['approved'])),
})

const configSchema = v.pipe(
  v.strictObject({
    $schema: v.optional(v.string()),
    columns: v.pipe(v.array(columnSchema), v.minLength(2), v.maxLength(50)),
    cards: v.optional(
      v.strictObject({
        /** Whether each branch is a card, or each pull request of the forge. */
        from: v.optional(v.picklist(['branches', 'pulls'])),
        branches: v.optional(patterns),
        exclude: v.optional(patterns),
        number: v.optional(
          v.pipe(
            v.array(v.pipe(branchPattern, v.check(hasOneNumber, messages.repository.configNumber))),
            v.nonEmpty(),
            v.maxLength(MAX_PATTERNS),
          ),
        ),
        /** After how many days without a commit the page folds cards in the first column. */
        hideAfterDays: v.optional(
          v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_DAYS)),
        ),
      }),
    ),
    checks: v.optional(checksSchema, {}),
    /** Whether the commits of promotions are signed off by the key that makes them. */
    signOff: v.optional(v.boolean()),
    web: v.optional(webSchema),
  }),
  v.check(({ columns }) => columns[0]?.rule === 'work', messages.repository.configFirstColumn),
  v.check(
    ({ columns }) => columns.slice(1).every(({ rule }) => rule !== 'work'),
    messages.repository.configOneWork,
  ),
  v.check(
    ({ columns }) => columns.slice(2).every(({ rule }) => styleOf(rule) === 'merge'),
    messages.repository.configStyle,
  ),
  v.check(
    ({ columns }) => isUnique(columns.map(({ rule }) => stageName(rule) ?? 'work')),
    messages.repository.configBranchTwice,
  ),
  v.check(
    ({ columns }) => isUnique(columns.map(({ name }) => name.toLowerCase())),
    messages.repository.configNameTwice,
  ),
)

/** What a column stands for. */
export type Rule = 'work' | { branch: string; style?: PromotionStyle | undefined } | { tag: string }

/** The file .board.json of a repository. Its JSON Schema is public/board.schema.json. */
export type BoardConfig = v.InferOutput<typeof configSchema>
export type Checks = BoardConfig['checks']
export type ConfigColumn = BoardConfig['columns'][number]

/** Parses .board.json. Throws an Error that names every fault. */
export function parseConfig(text: string): BoardConfig {
  let json: unknown
  try {
    // Some editors begin a file with a mark.
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    throw new Error(messages.repository.configNotJson, { cause })
  }
  const result = v.safeParse(configSchema, json)
  if (result.success) return result.output
  const faults = result.issues.map((issue) => {
    const path = v.getDotPath(issue)
    const isUnknown = issue.type === 'strict_object' && issue.expected === 'never'
    if (isUnknown) return messages.repository.configUnknownField(path ?? '')
    return path ? `${path}: ${issue.message}` : issue.message
  })
  throw new Error(messages.repository.configInvalid(faults))
}

/** Usual names of branches behind the default branch. */
const USUAL_STAGES = ['staging', 'production', 'release']

/** For a repository without .board.json: work, the default branch, and the usual stages. */
export function defaultConfig(defaultBranch: string, branches: ReadonlySet<string>): BoardConfig {
  const further = USUAL_STAGES.filter((name) => name !== defaultBranch && branches.has(name))
  return {
    checks: v.parse(checksSchema, {}),
    columns: [
      { name: 'Work', rule: 'work', minRole: 'member' },
      { name: capitalized(defaultBranch), rule: { branch: defaultBranch }, minRole: 'member' },
      ...further.map(
        (branch): ConfigColumn => ({
          name: capitalized(branch),
          rule: { branch },
          minRole: 'maintainer',
        }),
      ),
    ],
  }
}

/** The branches that are cards: they match the pattern and aren't stages. */
export async function cardBranches<Named extends { name: string }>(
  refs: readonly Named[],
  { columns, cards }: Pick<BoardConfig, 'columns' | 'cards'>,
): Promise<Named[]> {
  const stages = new Set(columns.flatMap(({ rule }) => branchOf(rule) ?? []))
  const { branches = ['*'], exclude = [] } = cards ?? {}
  const matchesAny = (patterns: readonly string[], name: string) =>
    patterns.some((pattern) => matches(pattern, name))
  // The patterns are for branches.
  const isWanted = (name: string) => matchesAny(branches, name) && !matchesAny(exclude, name)
  const isCard = (name: string) =>
    !stages.has(name) && (numberOfPull(name) !== undefined || isWanted(name))
  const found: Named[] = []
  const turns = new Turns()
  for (const ref of refs) {
    if (isCard(ref.name)) found.push(ref)
    await turns.pause()
  }
  return found
}

/** How the commits of a promotion come onto the branch. */
export function styleOf(rule: Rule): PromotionStyle {
  return (rule !== 'work' && 'branch' in rule && rule.style) || 'merge'
}

/** Undefined for work, and for tags. */
export function branchOf(rule: Rule): string | undefined {
  return rule === 'work' || 'tag' in rule ? undefined : rule.branch
}

export function tagPatternOf(rule: Rule): string | undefined {
  return rule === 'work' || 'branch' in rule ? undefined : rule.tag
}

/**
 * What stands for a stage among the others: its branch, or "tag v*", which no branch can be called.
 * Undefined for work.
 */
export function stageName(rule: Rule): string | undefined {
  const tag = tagPatternOf(rule)
  return tag === undefined ? branchOf(rule) : `tag ${tag}`
}

function isUnique(values: readonly string[]): boolean {
  return new Set(values).size === values.length
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
