import type { ChangedFile } from './changed-files.ts'

/** Which commits of a stage's history changed which files. */
export class TouchedFiles {
  readonly #byCommit = new Map<string, readonly ChangedFile[]>()
  /** Places in the history, newest first, by path. */
  readonly #byPath = new Map<string, number[]>()

  /** `place` rises from call to call. */
  add(id: string, place: number, files: readonly ChangedFile[]): void {
    this.#byCommit.set(id, files)
    for (const { path } of files) {
      const places = this.#byPath.get(path)
      if (places) places.push(place)
      else this.#byPath.set(path, [place])
    }
  }

  filesOf(id: string): readonly ChangedFile[] {
    return this.#byCommit.get(id) ?? []
  }

  /** Of the commits that changed one of the files, newest first, each once. */
  placesOf(paths: ReadonlySet<string>): number[] {
    const places = [...paths].flatMap((path) => this.#byPath.get(path) ?? [])
    return [...new Set(places)].sort((a, b) => a - b)
  }
}
