import { LRUCache } from 'lru-cache'
import { messages } from '../../messages/messages.ts'
import type { Git } from './git.ts'
import { plainName } from './plain-text.ts'
import { readContents } from './read-texts.ts'

/** Why a tree can't be used. */
export interface TreeProblem {
  /** `missing`: an object isn't there, which git's merges take for an empty folder. */
  type: 'missing' | 'name' | 'size'
  reason: string
}

/** What is known of a tree with all that is in it. */
type Checked = { paths: number } | TreeProblem

/** One of its entries: a folder has the id of its tree. */
interface Entry {
  name: string
  folder: string | undefined
}

type ReadTree = readonly Entry[] | TreeProblem

const MAX_REMEMBERED = 200_000
const MAX_TREE_BYTES = 4 * 1024 * 1024
/** Trees that are read together. */
const BATCH_SIZE = 500
/** Folders in folders. */
const MAX_DEPTH = 500
/** A few objects can be a tree of any number of paths: each folder has the next one many times. */
const MAX_PATHS = 1_000_000

/**
 * Whether trees are whole, and can be checked out. git's plumbing doesn't look: a promotion with a
 * tree that is missing would empty a stage, and one with ".git" in it can't be cloned any more.
 */
export class TreeChecks {
  readonly #known = new LRUCache<string, Checked>({ max: MAX_REMEMBERED })

  /** By tree; none for those without a problem. */
  async problems(git: Git, trees: readonly string[]): Promise<Map<string, TreeProblem>> {
    await this.#read(git, trees)
    const found = new Map<string, TreeProblem>()
    for (const tree of trees) {
      const checked = this.#known.get(tree)
      if (checked && 'type' in checked) found.set(tree, checked)
    }
    return found
  }

  forget(): void {
    this.#known.clear()
  }

  /** Level by level: what is in folders is asked for together. */
  async #read(git: Git, trees: readonly string[]): Promise<void> {
    const read = new Map<string, ReadTree>()
    let next = this.#unknown(trees, read)
    for (let depth = 0; depth < MAX_DEPTH && next.length > 0; depth += 1) {
      const level = await readAll(git, next)
      for (const [tree, entries] of level) read.set(tree, entries)
      next = this.#unknown(level.flatMap(foldersIn), read)
    }
    for (const tree of trees) this.#check(tree, read)
  }

  #unknown(trees: readonly string[], read: ReadonlyMap<string, unknown>): string[] {
    return [...new Set(trees)].filter((tree) => !read.has(tree) && !this.#known.has(tree))
  }

  #check(tree: string, all: ReadonlyMap<string, ReadTree>): Checked {
    const known = this.#known.get(tree)
    if (known) return known
    const entries = all.get(tree) ?? problem('size')
    const checked = 'type' in entries ? entries : this.#sum(entries, all)
    this.#known.set(tree, checked)
    return checked
  }

  #sum(entries: readonly Entry[], all: ReadonlyMap<string, ReadTree>): Checked {
    let paths = 0
    for (const { name, folder } of entries) {
      if (!isValid(name)) return problem('name', name)
      const below = folder === undefined ? { paths: 1 } : this.#check(folder, all)
      if ('type' in below) return below
      paths += below.paths
    }
    return paths > MAX_PATHS ? problem('size') : { paths }
  }
}

function problem(type: 'missing' | 'size'): TreeProblem
function problem(type: 'name', name: string): TreeProblem
function problem(type: TreeProblem['type'], name = ''): TreeProblem {
  if (type === 'missing') return { type, reason: messages.repository.treeMissing }
  if (type === 'size') return { type, reason: messages.repository.treeTooLarge(MAX_PATHS) }
  return { type, reason: messages.repository.treeNameInvalid(plainName(name)) }
}

async function readAll(git: Git, trees: readonly string[]): Promise<[string, ReadTree][]> {
  const found: [string, ReadTree][] = []
  for (let start = 0; start < trees.length; start += BATCH_SIZE) {
    found.push(...(await readTrees(git, trees.slice(start, start + BATCH_SIZE))))
  }
  return found
}

function foldersIn([, entries]: [string, ReadTree]): string[] {
  if ('type' in entries) return []
  return entries.flatMap(({ folder }) => folder ?? [])
}

async function readTrees(git: Git, trees: readonly string[]): Promise<[string, ReadTree][]> {
  const { contents, sizes } = await readContents(git, trees, MAX_TREE_BYTES, 'tree')
  return trees.map((tree) => {
    const content = contents.get(tree)
    if (content) return [tree, parseTree(content, tree.length / 2)]
    return [tree, problem(sizes.has(tree) ? 'size' : 'missing')]
  })
}

const BLANK = 0x20
const FOLDER_MODE = /^0?40000$/

/** "mode name", NUL, and the bytes of the id for each entry. */
function parseTree(content: Buffer, idBytes: number): Entry[] {
  const entries: Entry[] = []
  for (let start = 0; start < content.byteLength; ) {
    const blank = content.indexOf(BLANK, start)
    const end = content.indexOf(0, blank)
    if (blank < 0 || end < 0) break
    const isFolder = FOLDER_MODE.test(content.toString('latin1', start, blank))
    start = end + 1 + idBytes
    entries.push({
      name: content.toString('utf8', blank + 1, end),
      folder: isFolder ? content.toString('hex', end + 1, start) : undefined,
    })
  }
  return entries
}

/** Characters that HFS+ ignores in a name. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/** As git itself decides before it writes files, on every system. */
function isValid(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || name.includes('/')) return false
  // Mostly, nothing in it can be a ".git" of any system.
  if (!/g/i.test(name)) return true
  const parts = name.replace(IGNORED, '').split(/[\\:]/)
  return !parts.some((part) => /^(\.git|git~1)[. ]*$/i.test(part))
}
