import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endProcessesWith } from '../../processes/open-process.ts'
import type { Git } from './git.ts'
import type { MergeAttributes } from './merge-attributes.ts'
import type { Repository } from './repository.ts'
import { createScratchDirectory, memoryDirectory } from './scratch-directory.ts'

/** For objects that are soon removed. */
const UNCOMPRESSED = {
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'core.looseCompression',
  GIT_CONFIG_VALUE_0: '0',
}

/** git with a directory for what it writes, and with others that it only reads objects from. */
export class ObjectSpace {
  readonly git: Git

  constructor(
    private readonly merges: Git,
    readonly directory: string,
    private readonly others: readonly string[],
    readonly attributes: MergeAttributes,
    /** Where temporary directories are. */
    private readonly temporary = merges.directory,
  ) {
    this.git = merges.withEnv({
      GIT_OBJECT_DIRECTORY: directory,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: others.map(quoted).join(':'),
    })
  }

  get isInMemory(): boolean {
    return this.temporary !== this.merges.directory
  }

  /** The same, and it reads from one directory more. */
  reading(directory: string): ObjectSpace {
    return this.#with({ others: [...this.others, directory] })
  }

  /** The same, until the signal is aborted. */
  until(signal: AbortSignal): ObjectSpace {
    return this.#with({ merges: this.merges.until(signal) })
  }

  /** What is written for the task is removed afterwards. */
  scratch<Result>(task: (space: ObjectSpace) => Promise<Result>): Promise<Result> {
    const merges = this.merges.withEnv(UNCOMPRESSED)
    return this.withDirectory((directory) =>
      task(this.#with({ merges, directory, others: [this.directory, ...this.others] })),
    )
  }

  /**
   * The same, in memory where there is enough of it. When git runs out of it, its merges aren't
   * possible: those have to be tried again with `scratch`.
   */
  async scratchInMemory<Result>(task: (space: ObjectSpace) => Promise<Result>): Promise<Result> {
    const temporary = await memoryDirectory()
    try {
      return await (temporary ? this.#with({ temporary }) : this).scratch(task)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      return this.scratch(task)
    }
  }

  #with({
    merges = this.merges,
    directory = this.directory,
    others = this.others,
    temporary = this.temporary,
  }: Partial<Record<'directory' | 'temporary', string>> & {
    merges?: Git
    others?: readonly string[]
  }): ObjectSpace {
    return new ObjectSpace(merges, directory, others, this.attributes, temporary)
  }

  /** A directory that is removed after the task. */
  async withDirectory<Result>(task: (directory: string) => Promise<Result>): Promise<Result> {
    const directory = await createScratchDirectory(this.temporary)
    try {
      return await task(directory)
    } finally {
      endProcessesWith(directory)
      await rm(directory, { recursive: true, force: true })
    }
  }
}

/** Where promotions write: into the repository. */
export function repositorySpace({ merges, objects, attributes }: Merges): ObjectSpace {
  return new ObjectSpace(merges, objects, [], attributes)
}

/**
 * Where the board keeps trees of its own: beside the repository, which must not grow because
 * somebody looks at its board.
 */
export function boardSpace({ merges, objects, attributes }: Merges): ObjectSpace {
  const own = join(merges.directory, 'objects')
  return new ObjectSpace(merges, own, own === objects ? [] : [objects], attributes)
}

type Merges = Pick<Repository, 'merges' | 'objects' | 'attributes'>

/** git separates directories with colons. */
function quoted(path: string): string {
  return /[":\\]/.test(path) ? `"${path.replace(/["\\]/g, '\\$&')}"` : path
}
