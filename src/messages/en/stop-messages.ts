/** A commit follows. */
export const CONFLICTS_WITH = 'Conflicts with'

/** After a commit. */
export function changeBy(author: string | undefined, ago: string | undefined): string {
  return [author && `by ${author}`, ago && `(${ago})`].filter(Boolean).join(' ')
}

/** The card follows that the commit brought. */
export const OF_CARD = 'from'

/** Whoever made the newest commit of a card that can't move as it is. */
export function waitsForPerson(name: string): string {
  return `Waits for ${name}, who made its newest commit.`
}

/** @param names of the checks */
export function waitsForChecks(names: string): string {
  return `Waits for ${names}.`
}

export function waitsForReview(pull: number | undefined): string {
  return pull === undefined
    ? 'Waits for a pull request with an approval.'
    : `Waits for an approval of pull request ${pull}.`
}

export const RESOLVE_IN_CLONE = 'To resolve it in a clone:'
export const COPY_COMMANDS = 'Copy the commands'
