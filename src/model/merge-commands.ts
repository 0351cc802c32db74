import { visibleName } from './visible-name.ts'

/** As git names it in a clone. */
const REMOTE = 'origin'

interface MergeOptions {
  /** The branch of the card, and the one that it conflicts with. */
  branch: string
  target: string
  /** Whether the board's repository is the remote of people's clones. */
  isShared: boolean
}

/**
 * What resolves a conflict in a clone, for a shell. Undefined for a branch with a name that doesn't
 * look like what it is, or that git would misunderstand.
 */
export function mergeCommands({ branch, target, isShared }: MergeOptions): string | undefined {
  const names = [branch, target]
  if (names.some(isUnsafe)) return undefined
  const commands = [
    ...(isShared ? [`git fetch ${REMOTE}`] : []),
    `git switch ${quoted(branch)}`,
    `git merge ${quoted(isShared ? `${REMOTE}/${target}` : target)}`,
  ]
  return commands.join('\n')
}

/** git would take a name that begins with a hyphen for an option. */
function isUnsafe(name: string): boolean {
  return name.startsWith('-') || visibleName(name) !== name || /\s/.test(name)
}

/** A shell runs nothing of it, whatever the name has. */
function quoted(name: string): string {
  return /^[\w./@%+][\w./@%+-]*$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`
}
