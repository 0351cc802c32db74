import { ROLE_ORDER } from '#model/permissions.ts'
import { messages } from '../messages/messages.ts'
import { type MinRole, parseMinRole } from '../repository/sync/sync-config.ts'
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
}

export const REPOSITORY_OPTIONS = {
  repo: { type: 'string', multiple: true },
  'default-branch': { type: 'string' },
  'min-role': { type: 'string', multiple: true },
  'allow-check-command': { type: 'boolean' },
  'check-runner': { type: 'string' },
  'update-worktree': { type: 'boolean' },
} as const

type Values = Partial<{
  repo: string[]
  'default-branch': string
  'min-role': string[]
  'allow-check-command': boolean
  'check-runner': string
  'update-worktree': boolean
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
  }
  return Object.entries(given).find(([, isGiven]) => isGiven)?.[0]
}
