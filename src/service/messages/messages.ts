import { boardCommandMessages } from './board-command-messages.ts'
import { credentialCommandMessages } from './credential-command-messages.ts'
import { forgeMessages } from './forge-messages.ts'
import { problemMessages } from './problem-messages.ts'
import { proxyMessages } from './proxy-messages.ts'
import { repositoryMessages } from './repository-messages.ts'
import { startupMessages } from './startup-messages.ts'
import { usageMessages } from './usage-messages.ts'

/**
 * Every sentence that the service, the proxy, and the commands show to a person, except the texts
 * of --help. One file for each subject.
 */
export const messages = {
  problems: problemMessages,
  proxy: proxyMessages,
  usage: usageMessages,
  startup: startupMessages,
  board: boardCommandMessages,
  credential: credentialCommandMessages,
  repository: repositoryMessages,
  forge: forgeMessages,
  /** Who changes a board by a command. */
  operator: 'Operator',
  /** Name of an assignee in the store that has none. */
  unnamedAssignee: 'Unnamed',
} as const
