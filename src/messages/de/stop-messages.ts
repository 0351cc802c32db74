/** A commit follows. */
export const CONFLICTS_WITH = 'Konflikt mit'

/** After a commit. */
export function changeBy(author: string | undefined, ago: string | undefined): string {
  return [author && `von ${author}`, ago && `(${ago})`].filter(Boolean).join(' ')
}

/** The card follows that the commit brought. */
export const OF_CARD = 'aus'

/** Whoever made the newest commit of a card that can't move as it is. */
export function waitsForPerson(name: string): string {
  return `Wartet auf ${name}, von wem der neueste Commit ist.`
}

/** @param names of the checks */
export function waitsForChecks(names: string): string {
  return `Wartet auf ${names}.`
}

export function waitsForReview(pull: number | undefined): string {
  return pull === undefined
    ? 'Wartet auf einen Pull Request mit Zustimmung.'
    : `Wartet auf eine Zustimmung zu Pull Request ${pull}.`
}

export const RESOLVE_IN_CLONE = 'So löst du ihn in einem Klon:'
export const COPY_COMMANDS = 'Befehle kopieren'
