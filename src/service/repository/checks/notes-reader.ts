import type { Checks } from '../config/board-config.ts'
import type { Git } from '../git/git.ts'
import { readRef } from '../git/read-refs.ts'
import { MAX_NOTE_KIB, NO_NOTE, type Note, noteBlobs, readNote } from './check-notes.ts'

/** Reads the notes of many commits, each once as long as it's the same. */
export class NotesReader {
  /** By commit. */
  readonly #notes = new Map<string, { key: string; note: Note }>()
  /** The notes that were read, by their commit. */
  #tip: string | undefined

  constructor(private readonly git: Git) {}

  /** By commit. Throws GitError when git can't list the notes. */
  async read(checks: Checks, commits: readonly string[]): Promise<Map<string, Note>> {
    const blobs = await noteBlobs(this.git, checks.notes, commits)
    // Somebody else can have written the same text.
    if (checks.trustedAuthors) await this.#forgetTouched(checks.notes)
    const trusted = checks.trustedAuthors?.join('\n') ?? ''
    const keyOf = (commit: string) => `${blobs.get(commit)} ${trusted}`
    // What git couldn't read may be readable now.
    const isNew = (commit: string) => {
      const known = this.#notes.get(commit)
      return known?.key !== keyOf(commit) || known.note.type === 'red'
    }
    const wanted = [...blobs.keys()].filter(isNew)
    // The author of each note has to be looked up alone.
    const texts = checks.trustedAuthors ? new Map() : await this.#readTexts(checks, wanted, blobs)
    for (const commit of wanted) {
      const text = texts.get(commit)
      const note =
        text === undefined
          ? await readNote(this.git, checks, commit)
          : { type: 'text' as const, text }
      this.#notes.set(commit, { key: keyOf(commit), note })
    }
    for (const commit of this.#notes.keys()) if (!blobs.has(commit)) this.#notes.delete(commit)
    return new Map(commits.map((commit) => [commit, this.#notes.get(commit)?.note ?? NO_NOTE]))
  }

  async #forgetTouched(ref: string): Promise<void> {
    const before = this.#tip
    this.#tip = await readRef(this.git, ref)
    if (this.#tip === undefined || this.#tip === before) return
    const range = before === undefined ? [] : [`${before}..${this.#tip}`]
    const args = [
      'log',
      '-m',
      '--first-parent',
      '--no-renames',
      '--name-only',
      '--format=',
      ...range,
    ]
    const result = range.length > 0 ? await this.git.run(args) : { code: 1, stdout: '' }
    if (result.code !== 0) this.#notes.clear()
    // Notes are in directories by the beginning of the commit.
    for (const path of result.stdout.split('\n')) this.#notes.delete(path.replaceAll('/', ''))
  }

  /** The notes that are as expected, with one process. The others are read one by one. */
  async #readTexts(
    checks: Checks,
    commits: readonly string[],
    blobs: ReadonlyMap<string, string>,
  ): Promise<Map<string, string>> {
    if (commits.length === 0) return new Map()
    const ids = commits.map((commit) => blobs.get(commit))
    const sizes = await this.git.run(['cat-file', '--batch-check=%(objectsize)'], {
      input: `${ids.join('\n')}\n`,
    })
    const isUsual = (line = '') => /^\d+$/.test(line) && Number(line) <= MAX_NOTE_KIB * 1024
    const lines = sizes.stdout.split('\n')
    const usual = commits.filter((_, index) => isUsual(lines[index]))
    if (usual.length === 0) return new Map()
    const { code, stdout } = await this.git.run(
      [
        'log',
        '-z',
        '--stdin',
        '--no-walk=unsorted',
        `--notes=${checks.notes}`,
        '--format=%H%x00%N',
      ],
      { input: `${usual.join('\n')}\n` },
    )
    const fields = stdout.split('\0')
    // A note that has a NUL itself makes the others unreadable here, too.
    const isWhole = code === 0 && usual.every((commit, index) => fields[index * 2] === commit)
    return new Map(
      isWhole ? usual.map((commit, index) => [commit, fields[index * 2 + 1] ?? '']) : [],
    )
  }
}
