import type { Git } from './git.ts'
import type { MergeAttributes } from './merge-attributes.ts'

export interface Repository {
  /** A real path or a URL. */
  source: string
  /** For people. */
  name: string
  /** Its refs are what the board shows. */
  git: Git
  /** For merges: without any configuration of the repository. New objects go to the repository. */
  merges: Git
  /** The directory of its objects. */
  objects: string
  attributes: MergeAttributes
  isRemote: boolean
}

/** A change of one branch. */
export interface RefUpdate {
  /** Begins with refs/heads/. */
  ref: string
  oldCommit: string
  newCommit: string
}
