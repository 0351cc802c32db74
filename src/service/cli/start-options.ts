import { ROLE_ORDER } from '#model/permissions.ts'
import { FORGE_KINDS } from '../forge/forge.ts'
import { DEFAULT_MAX_WAITING } from '../live/board-watchers.ts'
import { PROGRAMS } from '../messages/command-names.ts'
import { messages } from '../messages/messages.ts'
import { parseMinRole } from '../repository/sync/sync-config.ts'
import { LOG_LEVELS } from '../web/logger.ts'
import { tableHelp } from './option-help.ts'
import { list, secret, single, toggle } from './option-table.ts'
import { oneOf, parseForgeUrl, parseOrigin, parsePublicUrl, wholeNumber } from './option-values.ts'
import { STORE_OPTIONS } from './store-location.ts'
import { UsageError } from './usage-error.ts'

const SERVICE = {
  port: single('4173', 'port to listen on', {
    variable: 'PORT',
    read: wholeNumber(0, 65_535),
    default: 4173,
  }),
  host: single('127.0.0.1', 'address to listen on', { variable: 'HOST', default: '127.0.0.1' }),
  ...STORE_OPTIONS,
  empty: toggle('don’t add the demo to an empty store', {
    variable: 'BOARD_EMPTY',
    conflicts: ['demoCards', 'service'],
  }),
  demoCards: single('N', 'create N generated cards in 12 columns on the main demo board', {
    variable: 'BOARD_DEMO_CARDS',
    read: wholeNumber(1, 100_000),
    conflicts: ['repo', 'service'],
  }),
  scriptedDemo: toggle('no git repository behind the demo', { variable: 'BOARD_SCRIPTED_DEMO' }),
  showLinks: toggle('print the sign-in links of the demo keys again', {
    variable: 'BOARD_SHOW_LINKS',
    conflicts: ['service'],
  }),
  open: toggle('open the board in your browser'),
  cors: list(
    'ORIGIN',
    'allow requests to the service from this origin (repeat for several; use commas in the variable)',
    { variable: 'BOARD_CORS', read: parseOrigin, conflicts: ['service'] },
  ),
  writesPerMinute: single('N', 'limit for each key (120)', {
    variable: 'BOARD_WRITES_PER_MINUTE',
    read: wholeNumber(1, 1_000_000),
    default: 120,
  }),
  loadsPerMinute: single('N', 'limit for each key (600)', {
    variable: 'BOARD_LOADS_PER_MINUTE',
    read: wholeNumber(1, 1_000_000),
    default: 600,
  }),
  maxWaiting: single('N', `loads that wait for a change (${DEFAULT_MAX_WAITING})`, {
    variable: 'BOARD_MAX_WAITING',
    read: wholeNumber(0, 1_000_000),
    default: DEFAULT_MAX_WAITING,
  }),
}

/** Such as team/app, or group/subgroup/app. */
const PROJECT = /^[\w.~-]+(\/[\w.~-]+)+$/

/** Of boards over git repositories. */
const REPOSITORY = {
  repo: list(
    'PATH|URL',
    'show a git repository, with branches as cards (repeat for several; use commas in the variable)',
    { variable: 'BOARD_REPO', conflicts: ['service'] },
  ),
  defaultBranch: single('NAME', 'the branch that has .board.json, if it can’t be determined', {
    variable: 'BOARD_DEFAULT_BRANCH',
    needs: 'repo',
  }),
  minRole: list(
    'ROLE',
    'lowest role for moves into all columns, or BRANCH=ROLE for one, whatever .board.json says',
    {
      variable: 'BOARD_MIN_ROLE',
      needs: 'repo',
      read: (text) => {
        const minRole = parseMinRole(text)
        if (minRole) return minRole
        throw new UsageError(messages.usage.minRoleInvalid(text, ROLE_ORDER))
      },
    },
  ),
  allowCheckCommand: toggle('run the check command of .board.json on this machine', {
    variable: 'BOARD_ALLOW_CHECK_COMMAND',
    needs: 'repo',
  }),
  checkRunner: single('PROG', 'program that runs the check command, such as a container', {
    variable: 'BOARD_CHECK_RUNNER',
    needs: 'repo',
    read: (text) => text.split(' ').filter(Boolean),
    default: [],
  }),
  updateWorktree: toggle('update a clean work tree whose branch is promoted', {
    variable: 'BOARD_UPDATE_WORKTREE',
    needs: 'repo',
  }),
  forge: single('KIND', 'read pull requests and checks from github, gitlab, or gitea (Forgejo)', {
    variable: 'BOARD_FORGE',
    needs: 'repo',
    read: oneOf(FORGE_KINDS),
  }),
  forgeUrl: single('URL', 'where the forge is, if the host of the repository doesn’t say', {
    variable: 'BOARD_FORGE_URL',
    needs: 'forge',
    read: parseForgeUrl,
  }),
  forgeProject: single('NAME', 'the project there, such as team/app', {
    variable: 'BOARD_FORGE_PROJECT',
    needs: 'forge',
    read: (text) => {
      if (PROJECT.test(text)) return text
      throw new UsageError(messages.usage.forgeProjectInvalid(text))
    },
  }),
  forgeTokenFile: single('F', 'file with the token that reads them', {
    variable: 'FORGE_TOKEN_FILE',
    needs: 'forge',
  }),
  forgeToken: secret('FORGE_TOKEN', 'the token itself, which is no option'),
  hookSecret: secret('FORGE_WEBHOOK_SECRET', 'the secret of web hooks, which is none'),
}

const OTHER_SERVICE = {
  service: single('URL', 'use another board service instead of the embedded one', {
    variable: 'BOARD_SERVICE_URL',
  }),
  insecureUpstream: toggle('allow a --service URL with http: that is not on this machine', {
    variable: 'BOARD_INSECURE_UPSTREAM',
  }),
}

const OPERATION = {
  publicUrl: single('URL', 'the URL that people open, through a proxy with TLS', {
    variable: 'BOARD_PUBLIC_URL',
    read: parsePublicUrl,
  }),
  trustProxy: toggle('take the client’s address from X-Forwarded-For', {
    variable: 'BOARD_TRUST_PROXY',
  }),
  metricsToken: single('TOKEN', 'allow /metrics from other machines with this token', {
    variable: 'BOARD_METRICS_TOKEN',
  }),
  logLevel: single('LEVEL', 'silent, error, warn, or info (info; warn on a terminal)', {
    variable: 'BOARD_LOG_LEVEL',
    read: oneOf(LOG_LEVELS),
  }),
}

export const START_OPTIONS = { ...SERVICE, ...REPOSITORY, ...OTHER_SERVICE, ...OPERATION }

/** Printed by npm start -- --help. */
export const START_HELP = `Usage: ${PROGRAMS.start} [options]

Serves the app and a board service.

${[SERVICE, REPOSITORY, OTHER_SERVICE, { ...OPERATION, help: toggle('show this help') }]
  .map(tableHelp)
  .join('\n\n')}
`
