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
  /** Whether the message is one of a person, which can end with trailers. */
  keepsTrailers?: boolean
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
  { tree, parents, message, author, keepsTrailers = false }: NewCommit,
): Promise<string> {
  const name = personName(actorName)
  const email = actorEmail ?? `${actor.replace(/[^\w.-]/g, '')}@trunkline.invalid`
  const trailers = {
    'Trunkline-Card': String(card.number),
    'Trunkline-Intent': intentId,
    ...(isSignedOff ? { 'Signed-off-by': `${name} <${email}>` } : {}),
  }
  const input = keepsTrailers
    ? await withTrailers(merges, message, trailers)
    : `${message}\n\n${Object.entries(trailers).map(trailerLine).join('\n')}\n`
  const authorName = author && (NAME.test(author.name) ? author.name : UNKNOWN)
  const env = {
    GIT_AUTHOR_NAME: authorName ?? name,
    GIT_AUTHOR_EMAIL: author?.email ?? email,
    // Without the sign, git reads small numbers as something else. A commit can have no date.
    ...(author && DATE.test(author.date) ? { GIT_AUTHOR_DATE: `@${author.date}` } : {}),
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  }
  const args = ['commit-tree', tree, ...parents.flatMap((id) => ['-p', id]), '-F', '-']
  return (await merges.read(args, { input, env })).trim()
}

type Trailer = readonly [name: string, value: string]

function trailerLine([name, value]: Trailer): string {
  return `${name}: ${value}`
}

/** git knows where the trailers of a message are. Those of another promotion give way. */
function withTrailers(
  merges: Git,
  message: string,
  trailers: Readonly<Record<string, string>>,
): Promise<string> {
  const args = Object.entries(trailers).flatMap((trailer) => {
    const isOwn = trailer[0].startsWith('Trunkline-')
    return ['--if-exists', isOwn ? 'replace' : 'addIfDifferent', '--trailer', trailerLine(trailer)]
  })
  const input = `${message}\n`
  return merges.read(['interpret-trailers', '--no-divider', ...args], { input })
}

/** Of a commit that has none, or one that git wouldn't take again. */
const UNKNOWN = 'unknown'
const NAME = /[^\s\p{Cc}.,:;<>"'\\]/u
const DATE = /^\d+ [+-]\d{4}$/

/** git refuses names that consist of punctuation. */
function personName(name: string): string {
  const text = plainText(name).replace(/[<>]/g, '')
  return /[\p{L}\p{N}]/u.test(text) ? text : 'Trunkline'
}
