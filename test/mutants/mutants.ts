/** A fault that a test once found, put back into the code. */
export interface Mutant {
  /** What is wrong with it, for the person who reads the list. */
  what: string
  /** Path from the root of the repository. */
  file: string
  /** Occurs once in the file. */
  from: string
  to: string
  /** Path of a test file that fails then. */
  test: string
  /** A part of the title of the test. */
  name?: string
}

export const MUTANTS: readonly Mutant[] = []
