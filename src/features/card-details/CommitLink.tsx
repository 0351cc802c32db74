import type { ReactNode } from 'react'
import type { BoardWeb } from '#contract/readers/read-card-repository.ts'

/** A commit, with a link to it if the board knows its host. */
export function CommitLink({ id, web }: { id: string; web: BoardWeb | undefined }) {
  const url = web?.commit?.replaceAll('{commit}', encodePath(id))
  return (
    <ExternalLink href={url}>
      <code title={id}>{id.slice(0, SHORT_ID)}</code>
    </ExternalLink>
  )
}

/** As git shortens ids. */
const SHORT_ID = 8

export function ExternalLink({
  href,
  children,
}: {
  href: string | undefined
  children: ReactNode
}) {
  if (href === undefined) return children
  return (
    <a href={href} target="_blank" rel="noreferrer" className="underline underline-offset-2">
      {children}
    </a>
  )
}

/**
 * A branch has slashes that belong to it, and must lead nowhere else. Half of a character, which no
 * URL can have, becomes a replacement.
 */
export function encodePath(text: string): string {
  const whole = text.replace(/\p{Surrogate}/gu, '\ufffd')
  return whole.split('/').map(encodeURIComponent).join('/')
}
