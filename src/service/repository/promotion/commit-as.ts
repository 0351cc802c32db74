import type { PromotionStyle } from '../config/board-config.ts'
import type { NetChange } from '../contents/net-changes.ts'
import type { ForgeAnswer } from '../forge/forge-watch.ts'
import type { Git } from '../git/git.ts'
import { plainText } from '../git/plain-text.ts'

/** A move of one card through the branches of one or more stages. */
export interface Promotion {
  intentId: string
  card: { number: number; title: string }
  /** The card's branch. */
  name: string
  head: string
  /** What the branch changes; undefined without a history in common with a stage. */
  net: NetChange | undefined
  /** In flow order, up to the target, or those that the card leaves. */
  branches: readonly string[]
  /** How the commits of the card come onto them; a merge by default. */
  styles?: ReadonlyMap<string, PromotionStyle>
  /** Client id of the key, and its name. */
  actor: string
  actorName: string
  /** Of the key; undefined without one. */
  actorEmail?: string | undefined
  /** Whether its commits say who signs them off. */
  isSignedOff?: boolean
  /** What the forge has said about it; undefined where that doesn't count. */
  forge?: ForgeAnswer | undefined
  /** Ends the computation. */
  signal: AbortSignal
}

export interface NewCommit {
  tree: string
  parents: readonly string[]
  message: string
  /** Undefined for the key itself. */
  author?: Author | undefined
}

/** As git has it. */
export interface Author {
  name: string
  email: string
  /** Seconds, and the time zone. */
  date: string
}

/** Of a commit. */
export async function readAuthor(git: Git, commit: string): Promise<Author> {
  const format = '--format=%an%x00%ae%x00%ad'
  const text = await git.read(['log', '-1', '--no-mailmap', '--date=raw', format, commit])
  const [name = '', email = '', date = ''] = text.trimEnd().split('\0')
  return { name, email, date }
}

/** Makes a commit by the key, and returns its id. Without an address, no mail server has it. */
export async function commitAs(
  merges: Git,
  { intentId, card, actor, actorName, actorEmail, isSignedOff }: Promotion,
  { tree, parents, message, author }: NewCommit,
): Promise<string> {
  const name = personName(actorName, 'Trunkline')
  const email = actorEmail ?? `${actor.replace(/[^\w.-]/g, '')}@trunkline.invalid`
  const trailers = [
    `Trunkline-Card: ${card.number}`,
    `Trunkline-Intent: ${intentId}`,
    ...(isSignedOff ? [`Signed-off-by: ${name} <${email}>`] : []),
  ]
  // A paragraph of trailers goes on: git reads only the last one.
  const gap = /(^|\n)\n([\w-]+: .*(\n|$))+$/.test(message) ? '\n' : '\n\n'
  const input = `${message}${gap}${trailers.join('\n')}\n`
  const env = {
    GIT_AUTHOR_NAME: author ? personName(author.name, UNKNOWN_AUTHOR) : name,
    GIT_AUTHOR_EMAIL: author?.email ?? email,
    // Without the sign, git reads small numbers as something else.
    ...(author ? { GIT_AUTHOR_DATE: `@${author.date}` } : {}),
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  }
  const args = ['commit-tree', tree, ...parents.flatMap((id) => ['-p', id]), '-F', '-']
  return (await merges.read(args, { input, env })).trim()
}

/** Commits can have no name. */
const UNKNOWN_AUTHOR = 'unknown'

/** git refuses names that consist of punctuation. */
function personName(name: string, otherwise: string): string {
  const text = plainText(name).replace(/[<>]/g, '')
  return /[\p{L}\p{N}]/u.test(text) ? text : otherwise
}
