import { createHmac, randomUUID } from 'node:crypto'
import { createChecked } from '../checked-repository.ts'
import { openRepositoryBoard } from '../repository-board.ts'
import {
  type FakeKind,
  type FakePull,
  type FakeResult,
  fakePull,
  startForge,
} from './fake-forge.ts'

export const HOOK_SECRET = 'secret-of-the-web-hook'

/** Signs a web hook as the forge does. */
export function signedHook(kind: FakeKind, body: string): { headers: Headers; body: Uint8Array } {
  const sum = createHmac('sha256', HOOK_SECRET).update(body).digest('hex')
  const headers = {
    github: { 'X-Hub-Signature-256': `sha256=${sum}`, 'X-GitHub-Delivery': randomUUID() },
    gitea: { 'X-Gitea-Signature': sum, 'X-Gitea-Delivery': randomUUID() },
    gitlab: { 'X-Gitlab-Token': HOOK_SECRET, 'X-Gitlab-Event-UUID': randomUUID() },
  }[kind]
  return { headers: new Headers(headers), body: new TextEncoder().encode(body) }
}

type BoardChoices = Partial<FakePull> & {
  kind?: FakeKind
  allowCheckCommand?: boolean
  /** Of the card's newest commit, before the board looks for the first time. */
  results?: readonly FakeResult[] | undefined
  /** Who has approved that commit, at that time. */
  approvedBy?: readonly number[]
}

/** A board over a repository with the card 7, whose branch has the pull request 128 on a forge. */
export async function openForgeBoard(checks: object, choices: BoardChoices = {}) {
  const { kind = 'github', allowCheckCommand = false, results, approvedBy = [], ...pull } = choices
  const { repository, head, note } = createChecked(checks)
  const forge = await startForge(kind)
  const reviews = approvedBy.map((person) => ({ person, says: 'yes', commit: head }) as const)
  forge.pulls = [fakePull({ branch: 'card/7', head, reviews, ...pull })]
  if (results) forge.results.set(head, [...results])
  const choice = { ...forge.choice, hookSecret: HOOK_SECRET }
  const board = await openRepositoryBoard(repository.path, { forge: choice, allowCheckCommand })
  /** Lets the forge wake the board, and waits for all that follows from it. */
  const wake = async (...commits: string[]) => {
    board.receiveHook?.(signedHook(kind, JSON.stringify(commits.map((sha) => ({ sha })))))
    // One that is too soon after another waits a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await board.repositories.previewed()
  }
  return { repository, head, note, forge, board, choice, wake }
}
