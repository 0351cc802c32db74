import { type Git, GitError } from './git.ts'

/** A branch as the refs name it. */
export interface Ref {
  name: string
  head: string
}

export interface Refs {
  refs: readonly Ref[]
  /** Names of branches that can't be shown: git can't read them, or they aren't UTF-8. */
  skipped: readonly string[]
  /** Commit of the notes that were asked for; undefined without them. */
  notesTip: string | undefined
}

/** Stands for bytes that aren't UTF-8. */
const REPLACEMENT = '\ufffd'

const HEADS = 'refs/heads/'

/**
 * All branches, and the notes of a ref, with one process. Reads no object, so that a broken one
 * can't stop it.
 */
export async function readRefs(git: Git, notesRef?: string): Promise<Refs> {
  const format = '--format=%(refname)%00%(objectname)%00%(symref)'
  const args = ['for-each-ref', format, HEADS, ...(notesRef === undefined ? [] : [notesRef])]
  const result = await git.run(args)
  if (result.code !== 0) throw new GitError(args, result)
  const broken = [...result.stderr.matchAll(/ignoring broken ref refs\/heads\/(\S+)/g)]
  const skipped = broken.map(([, name = '']) => name)
  const lines = result.stdout.split('\n').map((line) => line.split('\0'))
  const refs = lines.flatMap(([refname = '', head = '', target]) => {
    if (!refname.startsWith(HEADS)) return []
    const name = refname.slice(HEADS.length)
    // A symbolic ref is another name of a branch, which would move along.
    if (target !== '') return []
    if (!name.includes(REPLACEMENT)) return [{ name, head }]
    skipped.push(name)
    return []
  })
  const notes = lines.find(([refname]) => refname === notesRef)
  return { refs, skipped, notesTip: notes?.[1] }
}

/**
 * The object of a ref by its full name; undefined without the ref. Never another ref that ends with
 * the name. Throws when git can't tell.
 */
export async function readRef(git: Git, name: string): Promise<string | undefined> {
  const format = '--format=%(objectname)%00%(refname)'
  const text = await git.read(['for-each-ref', format, '--', name])
  const refs = text.split('\n').map((line) => line.split('\0'))
  return refs.find(([, refname]) => refname === name)?.[0]
}

/** What a symbolic ref names, as a full name; undefined when it isn't one. */
export async function symbolicRef(git: Git, name: string): Promise<string | undefined> {
  const { code, stdout } = await git.run(['symbolic-ref', '--quiet', name])
  return code === 0 ? stdout.trim() : undefined
}
