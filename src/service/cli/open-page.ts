import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { OpenService } from '../open-service.ts'
import type { BoardRole } from '../store/credential-rows.ts'
import type { CredentialStore } from '../store/credential-store.ts'

const VALID_MS = 60_000

/**
 * Leads to a sign-in link once. The link itself must not be an argument of a program: every user of
 * the machine can read those.
 */
export class OneTimeSignIn {
  readonly path = `/open/${randomBytes(16).toString('base64url')}`
  #link: string | undefined
  readonly #until = performance.now() + VALID_MS

  constructor(link: string) {
    this.#link = link
  }

  /** The page without a key for whoever comes later. */
  takeLocation(): string {
    const link = performance.now() < this.#until ? this.#link : undefined
    this.#link = undefined
    return link ?? '/'
  }
}

/** Opens a URL in the browser of the user. Rejects when there is none. */
export function openInBrowser(url: string): Promise<void> {
  const [command, ...args] = browserCommand(url)
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`code ${code}`))))
    child.unref()
  })
}

function browserCommand(url: string): [string, ...string[]] {
  // A person can name another one, as for other programs.
  const chosen = process.env.BROWSER
  if (chosen) return [chosen, url]
  if (process.platform === 'darwin') return ['open', url]
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  return ['xdg-open', url]
}

const KEY_NAME = 'This computer'

/**
 * A secret for the person who starts the service: of the demo, of the owner, or of a key that
 * `--open` makes for the repositories of this start. That key gets another secret each time, and
 * the one before keeps working. Undefined when the boards of the store belong to others.
 */
export async function secretToOpen({
  demo,
  repositories,
  credentials,
}: OpenService): Promise<string | undefined> {
  const demoKey = demo.keys.find(({ name }) => name === 'maintainer')
  const known = demoKey?.secret ?? repositories.ownerSecret
  if (known !== undefined || repositories.boards.length === 0) return known
  const roles = repositories.boards.map(({ id }) => ({ boardId: id, role: 'owner' }))
  return localSecret(credentials, roles)
}

async function localSecret(
  credentials: CredentialStore,
  roles: readonly BoardRole[],
): Promise<string | undefined> {
  const context = { actor: 'operator', now: new Date() }
  const keys = await credentials.list()
  const key = keys.find(({ name, revokedAt }) => name === KEY_NAME && revokedAt === null)
  if (!key) {
    const newKey = { name: KEY_NAME, scopes: ['read', 'write'], roles }
    return (await credentials.create(newKey, context)).secret
  }
  const reached = key.boards.map(({ boardId }) => boardId)
  if (roles.some(({ boardId }) => !reached.includes(boardId))) {
    await credentials.edit(key.clientId, { roles }, context)
  }
  await credentials.retireOlder(key.clientId, context)
  const rotated = await credentials.rotate(key.clientId, context)
  return typeof rotated === 'object' ? rotated.secret : undefined
}
