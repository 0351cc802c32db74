import type { ChangedFile } from './changed-files.ts'

/**
 * What the files alone say: all are as the change leaves them, or as they were before. Undefined when
 * only a merge can tell. A file that the card adds can be on the stage with another name.
 */
export function filesVerdict(
  changes: readonly ChangedFile[],
  idOf: (path: string) => string | undefined,
): 'present' | 'absent' | undefined {
  if (changes.length === 0) return undefined
  if (changes.every(({ path, after }) => idOf(path) === after)) return 'present'
  const isAsBefore = ({ path, before }: ChangedFile) =>
    before !== undefined && idOf(path) === before
  return changes.every(isAsBefore) ? 'absent' : undefined
}

/** Whether the mode of a file that stays is another one, which ids don't show. */
export function hasOtherModes(changes: readonly ChangedFile[]): boolean {
  return changes.some(
    ({ before, after, hasModeChange }) =>
      hasModeChange && before !== undefined && after !== undefined,
  )
}
