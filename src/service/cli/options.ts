import { messages } from '../messages/messages.ts'
import { type DefaultChoices, databaseUrlFrom, defaultChoices } from './default-choices.ts'
import { checkTable, type OptionValues, readTable, typedOptions } from './option-table.ts'
import { parseServiceUrl, readToken } from './option-values.ts'
import { START_OPTIONS } from './start-options.ts'
import { checkedDatabaseUrl } from './store-location.ts'
import { UsageError } from './usage-error.ts'

export type ServerOptions = ReturnType<typeof serverOptions>

/** Each of them says which boards there are. */
const BOARD_CHOICES = ['service', 'empty', 'demoCards', 'scriptedDemo', 'repo']

/**
 * The command line overrides the environment. Undefined means that --help was passed. Throws
 * UsageError.
 */
export function readOptions(
  args: readonly string[],
  environment: Readonly<NodeJS.ProcessEnv>,
  defaults: DefaultChoices = defaultChoices(),
): ServerOptions | undefined {
  const variables = { ...environment, DATABASE_URL: databaseUrlFrom(environment, defaults) }
  // Also with a variable that can't be read: the help says what it should be.
  if (typedOptions(START_OPTIONS, args).values.help) return undefined
  const { values, typed, given, positionals } = readTable(START_OPTIONS, args, variables)
  if (positionals.length > 0) throw new UsageError(messages.usage.unknownArguments(positionals))
  const isChosen = BOARD_CHOICES.some((name) => given.has(name))
  const isDefault = !isChosen && defaults.repository !== undefined
  checkTable(START_OPTIONS, isDefault ? new Set([...given, 'repo']) : given)
  const repo = isDefault ? [defaults.repository ?? ''] : values.repo
  return serverOptions({
    ...values,
    repo,
    data: values.data ?? defaults.data(repo),
    // A directory on the command line is a choice against the variable.
    databaseUrl: typed.has('data') ? undefined : checkedDatabaseUrl(values.databaseUrl),
  })
}

type Values = OptionValues<typeof START_OPTIONS> & { data: string }

/** What belongs together is one value. */
function serverOptions(values: Values) {
  const { service, insecureUpstream, repo, minRole, updateWorktree, ...others } = values
  const { defaultBranch, allowCheckCommand, checkRunner, ...more } = others
  const { forge, forgeUrl, forgeProject, forgeToken, forgeTokenFile, hookSecret, ...options } = more
  return {
    ...options,
    serviceUrl: service === undefined ? undefined : parseServiceUrl(service, insecureUpstream),
    repositories: {
      sources: repo,
      defaultBranch,
      minRoles: minRole,
      allowCheckCommand,
      checkRunner,
      updateWorkTree: updateWorktree,
      forge: forge && {
        kind: forge,
        site: forgeUrl,
        project: forgeProject,
        token: readToken(forgeToken, forgeTokenFile),
        hookSecret,
      },
    },
  }
}
