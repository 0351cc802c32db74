import type { ReactNode } from 'react'
import { PALETTE } from '#contract/palette.ts'
import { ASSIGNEE_SEPARATOR } from '#contract/readers/read-card.ts'
import { assignedTo } from '#model/messages/card-messages.ts'

const AVATAR = [
  'grid size-5 flex-none place-items-center rounded-full border border-surface bg-surface',
  'bg-[linear-gradient(--alpha(var(--label)/22%)_0_0)] font-semibold text-[0.59375rem] text-ink',
  'not-first:-ml-1.5',
].join(' ')

const MAX_AVATARS = 2

/** The assignees of a card: the first two, and how many more there are. */
export function avatars(assignee: string): ReactNode {
  const names = assignee.split(ASSIGNEE_SEPARATOR)
  const [shown, rest] = [names.slice(0, MAX_AVATARS), names.slice(MAX_AVATARS)]
  if (names.length === 1) return avatar(assignee)
  return (
    <span className="flex flex-none items-center">
      {shown.map(avatar)}
      {rest.length > 0 && (
        <span
          role="img"
          aria-label={assignedTo(rest.join(ASSIGNEE_SEPARATOR))}
          className="pl-0.5 text-ink-soft text-xs"
        >
          +{rest.length}
        </span>
      )}
    </span>
  )
}

function avatar(name: string): ReactNode {
  return (
    <span
      key={name}
      role="img"
      aria-label={assignedTo(name)}
      data-color={colorOf(name)}
      className={AVATAR}
    >
      {initials(name)}
    </span>
  )
}

/** Always the same color for the same name. */
function colorOf(name: string): string | undefined {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return PALETTE[hash % PALETTE.length]
}

/** Of the first and the last word that begin with a letter or a digit, or else of any word. */
export function initials(name: string): string {
  const all = name.split(/\s+/).filter(Boolean)
  const readable = all.filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const words = readable.length > 0 ? readable : all
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  const letters = [first, last].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}
