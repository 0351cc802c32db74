import type { CheckState } from '#contract/repository-values.ts'
import { messages } from '../../messages/messages.ts'
import { type Checks, MAX_CHECK_NAME } from '../config/board-config.ts'
import { type Git, GitError } from '../git/git.ts'
import { plainText } from '../git/plain-text.ts'
import { readRef } from '../git/read-refs.ts'

export interface CheckLine {
  name: string
  status: CheckState
  detail: string
}

/** What a note says, and why it can't be read as a whole. */
export interface NoteLines {
  lines: readonly CheckLine[]
  fault: string | undefined
}

/** The last line of a name counts, so that a note can be appended to. */
export function noteLines(note: Note): NoteLines {
  if (note.type === 'red') return { lines: [], fault: note.reason }
  const all = parseChecks(note.text)
  const broken = all.find((line) => typeof line === 'string')
  const lines = all.filter((line) => typeof line !== 'string')
  return {
    lines: [...new Map(lines.map((line) => [line.name, line])).values()],
    fault:
      broken === undefined ? undefined : messages.repository.noteLineInvalid(plainText(broken)),
  }
}

function red(reason: string): { type: 'red'; reason: string } {
  return { type: 'red', reason }
}

/** A name can contain colons: the state is the first of the three words that follows one. */
const CHECK_LINE = /^(\S.*?):\s+(success|failure|pending)(?![\w:-])[\s,;.]*(.*)$/

/** Whatever a person would see as the end of a line. */
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

/** A line that can't be read is its own text. */
function parseChecks(text: string): (CheckLine | string)[] {
  return text
    .split(LINE_ENDS)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, name = '', status, detail = ''] = CHECK_LINE.exec(line) ?? []
      const isLine = status !== undefined && name.length <= MAX_CHECK_NAME
      return isLine ? { name, status: status as CheckState, detail: plainText(detail) } : line
    })
}

export const MAX_NOTE_KIB = 64

export type Note = { type: 'text'; text: string } | { type: 'red'; reason: string }

export const NO_NOTE: Note = { type: 'text', text: '' }

/** Without a note, or when its author isn't trusted, there is no result. */
export async function readNote(git: Git, checks: Checks, commit: string): Promise<Note> {
  const blob = await noteBlobs(git, checks.notes, [commit]).then(
    (notes) => notes.get(commit),
    (error: unknown) => (error instanceof GitError ? UNREADABLE : Promise.reject(error)),
  )
  if (blob === undefined) return NO_NOTE
  if (blob === UNREADABLE) return red(messages.repository.noteUnreadable)
  if (checks.trustedAuthors) {
    const author = await authorOfNote(git, checks.notes, commit)
    if (author === undefined) return red(messages.repository.noteAuthorUnknown)
    if (!checks.trustedAuthors.includes(author)) return NO_NOTE
  }
  const maxBytes = MAX_NOTE_KIB * 1024
  const size = await git.run(['cat-file', '-s', blob])
  if (size.code === 0 && Number(size.stdout) > maxBytes) {
    return red(messages.repository.noteTooLarge(MAX_NOTE_KIB))
  }
  const { code, stdout } = await git.run(['cat-file', 'blob', blob], { maxBytes })
  return code === 0 ? { type: 'text', text: stdout } : red(messages.repository.noteUnreadable)
}

/** Stands for the note of a commit when git can't list the notes. */
const UNREADABLE = 'unreadable'

/** Ids of the notes of commits, by commit. Throws GitError when git can't tell. */
export async function noteBlobs(
  git: Git,
  ref: string,
  commits: readonly string[],
): Promise<Map<string, string>> {
  if ((await readRef(git, ref)) === undefined) return new Map()
  const wanted = new Set(commits)
  const text = await git.read(['notes', '--ref', ref, 'list'])
  return new Map(
    text.split('\n').flatMap((line) => {
      const [blob = '', commit = ''] = line.split(' ')
      return wanted.has(commit) ? [[commit, blob] as const] : []
    }),
  )
}

/** Notes are in directories by the beginning of the commit: deeper when there are more of them. */
const MAX_NOTE_DEPTH = 6

/** Author of the newest change to the note. git doesn't verify that name. */
async function authorOfNote(git: Git, ref: string, commit: string): Promise<string | undefined> {
  const paths = Array.from({ length: MAX_NOTE_DEPTH }, (_, depth) => notePath(commit, depth))
  const args = ['log', '-1', '--no-mailmap', '--format=%ae', ref, '--', ...paths]
  const { code, stdout } = await git.run(args)
  return code === 0 ? stdout.trim() || undefined : undefined
}

/** "abcdef…" becomes "ab/cd/ef…" for a depth of 2. */
function notePath(commit: string, depth: number): string {
  const directories = Array.from({ length: depth }, (_, index) =>
    commit.slice(index * 2, index * 2 + 2),
  )
  return [...directories, commit.slice(depth * 2)].join('/')
}
