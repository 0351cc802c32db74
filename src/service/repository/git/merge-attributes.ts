import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rememberLastUsed } from '../../remember-last-used.ts'
import type { Git } from './git.ts'
import { readIdsOfAll } from './read-ids.ts'
import { readTexts } from './read-texts.ts'

/** What .gitattributes of a tree say about merges. */
export interface AttributeFiles {
  /** The same for the same files. */
  key: string
  files: readonly { path: string; text: string }[]
}

/** How git merges a file that both sides have changed: all lines of both, not at all, or by lines. */
export type FileMerge = 'union' | 'none' | 'lines'

const NAME = '.gitattributes'
/** More of them, larger ones, and those in folders with longer names count as not there. */
const MAX_FILES = 500
const MAX_BYTES = 256 * 1024
/** What file systems take, with the directory before it. */
const MAX_NAME_BYTES = 255
const MAX_PATH_BYTES = 700
const MAX_REMEMBERED = 20_000
const EMPTY_TREES = [
  '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
]

/**
 * git reads .gitattributes from a work tree, which merges of trees don't have. Drivers that are
 * programs stay off: no configuration names one.
 */
export class MergeAttributes {
  /** Of all files with this name that a stage has had. */
  readonly #paths = new Set<string>()
  readonly #learned = rememberLastUsed<true>(MAX_REMEMBERED)
  readonly #known = rememberLastUsed<{ found: AttributeFiles | undefined }>(MAX_REMEMBERED)
  #last: string | undefined

  /** Finds the files in trees of stages. Mostly, little has changed since the last ones. */
  async learn(git: Git, trees: readonly string[]): Promise<void> {
    const unknown = [...new Set(trees)].filter((tree) => !this.#learned.has(tree))
    if (unknown.length === 0) return
    const pairs = unknown.map((tree, index) => {
      const empty = EMPTY_TREES.find(({ length }) => length === tree.length)
      return `${unknown[index - 1] ?? this.#last ?? empty} ${tree}\n`
    })
    const args = ['diff-tree', '--stdin', '-r', '-z', '--no-renames', '--name-only']
    const only = ['--', `:(glob)**/${NAME}`]
    const text = await git.read([...args, ...only], { input: pairs.join('') })
    const before = this.#paths.size
    for (const field of text.split('\0')) {
      const path = field.split('\n').at(-1) ?? ''
      const isWanted = isPlain(path) && this.#paths.size < MAX_FILES
      if (isWanted) this.#paths.add(path)
    }
    if (this.#paths.size !== before) this.#known.clear()
    for (const tree of unknown) this.#learned.set(tree, true)
    this.#last = unknown.at(-1)
  }

  /** In the order of the commits or trees; undefined where nothing is said about merges. */
  async of(git: Git, treeishes: readonly string[]): Promise<(AttributeFiles | undefined)[]> {
    if (this.#paths.size === 0) return treeishes.map(() => undefined)
    // What is remembered next can take the place of what is known by now.
    const known = new Map(treeishes.map((treeish) => [treeish, this.#known.get(treeish)]))
    const unknown = [...known].flatMap(([treeish, files]) => (files ? [] : [treeish]))
    const paths = [...this.#paths]
    const ids = await readIdsOfAll(
      git,
      unknown.map((treeish) => ({ treeish, paths })),
    )
    const texts = await readTexts(
      git,
      ids.flatMap((found) => [...found.values()]),
      MAX_BYTES,
    )
    for (const [index, treeish] of unknown.entries()) {
      const files = [...(ids[index] ?? [])].flatMap(([path, id]) => {
        const text = texts.get(id)
        return text === undefined ? [] : [{ path, text }]
      })
      const own = { found: aboutMerges(files) }
      known.set(treeish, own)
      this.#known.set(treeish, own)
    }
    return treeishes.map((treeish) => known.get(treeish)?.found)
  }
}

/** Each name of a folder is one that git itself would write, and that a disk takes. */
function isPlain(path: string): boolean {
  const names = path.split('/')
  const isUsual = (name: string) =>
    Buffer.byteLength(name) <= MAX_NAME_BYTES && !/^(|\.|\.\.|\.git)$/i.test(name)
  return names.at(-1) === NAME && Buffer.byteLength(path) <= MAX_PATH_BYTES && names.every(isUsual)
}

function aboutMerges(files: AttributeFiles['files']): AttributeFiles | undefined {
  if (!files.some(({ text }) => /merge|binary|\[attr\]/.test(text))) return undefined
  return { key: files.map(({ path, text }) => `${path}\0${text}`).join('\0'), files }
}

/** git with these files in a directory, which is empty before. */
export async function withAttributes(
  git: Git,
  directory: string,
  { files }: AttributeFiles,
): Promise<Git> {
  for (const { path, text } of files) {
    await mkdir(join(directory, dirname(path)), { recursive: true })
    await writeFile(join(directory, path), text, 'latin1')
  }
  return git.withFiles(directory)
}

/** git's union keeps all lines, so it can take nothing away. */
export function withoutUnion({ key, files }: AttributeFiles): AttributeFiles {
  return {
    key: `${key}\0without union`,
    files: files.map(({ path, text }) => ({
      path,
      text: text.replace(/\bmerge=union\b/g, 'merge=text'),
    })),
  }
}

/** By path; files that aren't there are merged line by line. */
export async function readFileMerges(
  git: Git,
  paths: readonly string[],
): Promise<Map<string, FileMerge>> {
  const input = paths.map((path) => `${path}\0`).join('')
  const text = await git.read(['check-attr', '-z', '--stdin', 'merge'], { input })
  const fields = text.split('\0')
  const found = new Map<string, FileMerge>()
  for (let index = 0; index + 2 < fields.length; index += 3) {
    const [path = '', , value = ''] = fields.slice(index, index + 3)
    if (value === 'union') found.set(path, 'union')
    if (value === 'unset' || value === 'binary') found.set(path, 'none')
  }
  return found
}
