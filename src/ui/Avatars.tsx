import type { ComponentProps, ReactNode } from 'react'
import { shorten } from './shorten.ts'

interface Person {
  name: string
  initials: string
  /** The name of a color, as for a label. */
  color: string
}

const AVATAR = [
  'grid size-5 flex-none place-items-center rounded-full border border-surface bg-surface',
  'bg-[linear-gradient(--alpha(var(--label)/22%)_0_0)] font-semibold text-[0.59375rem] text-ink',
  'whitespace-nowrap',
].join(' ')

/** The attributes of the button that an avatar is; undefined when it's none. */
type ButtonOf = (name: string, index: number) => ComponentProps<'button'> | undefined

const noButton: ButtonOf = () => undefined

const MAX_AVATARS = 2

/**
 * The first two people, and how many more there are. A function and not a component, because there
 * is one per card.
 */
export function avatars(
  people: readonly Person[],
  labelOf: (name: string) => string,
  buttonOf = noButton,
): ReactNode {
  const [first, ...others] = people
  if (!first) return null
  if (others.length === 0) return avatar(first, labelOf, buttonOf(first.name, 0))
  const [shown, rest] = [people.slice(0, MAX_AVATARS), people.slice(MAX_AVATARS)]
  return (
    <span className="flex flex-none items-center *:not-first:-ms-1.5">
      {shown.map((person, index) => avatar(person, labelOf, buttonOf(person.name, index)))}
      {rest.length > 0 && (
        <span
          role="img"
          aria-label={labelOf(rest.map((person) => person.name).join(', '))}
          className="ps-2 text-ink-soft text-xs"
        >
          +{rest.length}
        </span>
      )}
    </span>
  )
}

function avatar(
  { name, initials, color }: Person,
  labelOf: (name: string) => string,
  button: ReturnType<ButtonOf>,
): ReactNode {
  const look = { 'data-color': color, className: AVATAR, children: initials }
  // What a button shows is in its name.
  const label = `${shorten(name)}, ${initials}`
  if (button) return <button key={name} type="button" aria-label={label} {...button} {...look} />
  return <span key={name} role="img" aria-label={labelOf(name)} {...look} />
}
