import { readFileSync } from 'node:fs'
import { ROLE_ORDER } from '#model/permissions.ts'
import { FORGE_KINDS } from '../forge/forge.ts'
import type { ForgeChoice } from '../forge/open-forge.ts'
import { messages } from '../messages/messages.ts'
import { type MinRole, parseMinRole } from '../repository/sync/sync-config.ts'
import { parseForgeUrl } from './option-values.ts'
import { UsageError } from './usage-error.ts'

/** Boards over git repositories. */
export interface RepositoryChoices {
  /** Paths or URLs. */
  sources: string[]
  defaultBranch: string | undefined
  minRoles: MinRole[]
  allowCheckCommand: boolean
  /** Program and arguments in front of a check command. */
  checkRunner: string[]
  updateWorkTree: boolean
  /** The forge that the repositories are on. */
  forge: ForgeChoice | undefined
}

export const REPOSITORY_OPTIONS = {
  repo: { type: 'string', multiple: true },
  'default-branch': { type: 'string' },
  'min-role': { type: 'string', multiple: true },
  'allow-check-command': { type: 'boolean' },
  'check-runner': { type: 'string' },
  'update-worktree': { type: 'boolean' },
  forge: { type: 'string' },
  'forge-url': { type: 'string' },
  'forge-project': { type: 'string' },
  'forge-token-file': { type: 'string' },
} as const

type Values = Partial<{
  repo: string[]
  'default-branch': string
  'min-role': string[]
  'allow-check-command': boolean
  'check-runner': string
  'update-worktree': boolean
  forge: string
  'forge-url': string
  'forge-project': string
  'forge-token-file': string
}>

/** Throws UsageError. */
export function readRepositories(
  values: Values,
  env: Partial<Record<string, string>>,
): RepositoryChoices {
  const minRoles = values['min-role'] ?? env.BOARD_MIN_ROLE?.split(',') ?? []
  return {
    sources: values.repo ?? env.BOARD_REPO?.split(',').map((text) => text.trim()) ?? [],
    defaultBranch: values['default-branch'] ?? env.BOARD_DEFAULT_BRANCH,
    minRoles: minRoles.map((text) => {
      const minRole = parseMinRole(text.trim())
      if (!minRole) throw new UsageError(messages.usage.minRoleInvalid(text, ROLE_ORDER))
      return minRole
    }),
    allowCheckCommand: values['allow-check-command'] ?? env.BOARD_ALLOW_CHECK_COMMAND === '1',
    checkRunner: (values['check-runner'] ?? env.BOARD_CHECK_RUNNER ?? '')
      .split(' ')
      .filter(Boolean),
    updateWorkTree: values['update-worktree'] ?? env.BOARD_UPDATE_WORKTREE === '1',
    forge: readForge(values, env),
  }
}

/** The token and the secret of web hooks are never options: everybody on the machine sees those. */
function readForge(values: Values, env: Partial<Record<string, string>>): ForgeChoice | undefined {
  const name = values.forge ?? env.BOARD_FORGE
  const url = values['forge-url'] ?? env.BOARD_FORGE_URL
  const project = values['forge-project'] ?? env.BOARD_FORGE_PROJECT
  const tokenFile = values['forge-token-file'] ?? env.FORGE_TOKEN_FILE
  if (name === undefined) {
    const given = { 'forge-url': url, 'forge-project': project, 'forge-token-file': tokenFile }
    const [first] = Object.entries(given).find(([, value]) => value !== undefined) ?? []
    if (first !== undefined) throw new UsageError(messages.usage.forgeMissing(first))
    return undefined
  }
  const kind = FORGE_KINDS.find((known) => known === name)
  if (!kind) throw new UsageError(messages.usage.forgeUnknown(name, FORGE_KINDS))
  if (project !== undefined && !PROJECT.test(project)) {
    throw new UsageError(messages.usage.forgeProjectInvalid(project))
  }
  return {
    kind,
    site: url === undefined ? undefined : parseForgeUrl(url),
    project,
    token: readToken(env.FORGE_TOKEN, tokenFile),
    hookSecret: env.FORGE_WEBHOOK_SECRET,
  }
}

/** Such as team/app, or group/subgroup/app. */
const PROJECT = /^[\w.~-]+(\/[\w.~-]+)+$/

/** Undefined without one. Throws UsageError. */
function readToken(variable: string | undefined, path: string | undefined): string | undefined {
  const text = (path === undefined ? variable : readTokenFile(path))?.trim()
  if (text === undefined || /^[\x21-\x7e]+$/.test(text)) return text
  throw new UsageError(messages.usage.tokenInvalid(path ?? 'FORGE_TOKEN'))
}

function readTokenFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(messages.forge.tokenFileUnreadable(path, reason))
  }
}

/** The first option that means nothing without a repository. */
export function givenRepositoryOption(choices: RepositoryChoices): string | undefined {
  const given = {
    'default-branch': choices.defaultBranch !== undefined,
    'min-role': choices.minRoles.length > 0,
    'allow-check-command': choices.allowCheckCommand,
    'check-runner': choices.checkRunner.length > 0,
    'update-worktree': choices.updateWorkTree,
    forge: choices.forge !== undefined,
  }
  return Object.entries(given).find(([, isGiven]) => isGiven)?.[0]
}
