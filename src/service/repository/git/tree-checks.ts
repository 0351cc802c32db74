import { messages } from '../../messages/messages.ts'
import { rememberLastUsed } from '../../remember-last-used.ts'
import type { Git } from './git.ts'
import { plainName } from './plain-text.ts'
import { FOLDER, LINK, readTreeEntries, type TreeEntry } from './tree-entries.ts'

/** Why a tree can't be used. */
export interface TreeProblem {
  /** `missing`: an object isn't there, which git's merges take for an empty folder. */
  type: 'missing' | 'name' | 'size'
  reason: string
}

/** What is known of a tree with all that is in it: how many paths, or why it can't be used. */
type Checked = { paths: number } | TreeProblem

/** One of its entries: a folder has the id of its tree. */
interface Entry {
  name: string
  folder: string | undefined
  isLink: boolean
}

type ReadTree = readonly Entry[] | TreeProblem

const MAX_REMEMBERED = 200_000
/** Folders in folders. */
const MAX_DEPTH = 500
/** A few objects can be a tree of any number of paths: each folder has the next one many times. */
const MAX_PATHS = 1_000_000

/**
 * Whether trees are whole, and can be checked out. git's plumbing doesn't look: a promotion with a
 * tree that is missing would empty a stage, and one with ".git" in it can't be cloned any more.
 */
export class TreeChecks {
  readonly #known = rememberLastUsed<Checked>(MAX_REMEMBERED)
  readonly #trusted = rememberLastUsed<Checked>(MAX_REMEMBERED)

  /** `missing`: nothing else is a problem. */
  constructor(private readonly what: 'all' | 'missing' = 'all') {}

  /** What stages have is no problem of a card: it's there already, with all that is in it. */
  async trust(git: Git, trees: readonly string[]): Promise<void> {
    const isOpen = (tree: string) => this.#trusted.get(tree) === undefined
    for (const tree of (await readAll(git, trees, isOpen)).keys()) {
      this.#trusted.set(tree, { paths: 0 })
    }
  }

  /** By tree; none for those without a problem. */
  async problems(git: Git, trees: readonly string[]): Promise<Map<string, TreeProblem>> {
    // What is remembered next can take the place of what is known by now.
    const checked = new Map<string, Checked>()
    const isOpen = (tree: string) => {
      const known = this.#trusted.get(tree) ?? this.#known.get(tree)
      if (known) checked.set(tree, known)
      return known === undefined
    }
    const read = await readAll(git, trees, isOpen)
    const found = new Map<string, TreeProblem>()
    for (const tree of trees) {
      const own = this.#check(tree, read, checked)
      if ('type' in own) found.set(tree, own)
    }
    return found
  }

  forget(): void {
    this.#known.clear()
    this.#trusted.clear()
  }

  #check(
    tree: string,
    read: ReadonlyMap<string, ReadTree>,
    checked: Map<string, Checked>,
  ): Checked {
    const known = checked.get(tree)
    if (known) return known
    // Too deep to be read.
    const entries = read.get(tree) ?? problem('size')
    const own = 'type' in entries ? entries : this.#sum(entries, read, checked)
    checked.set(tree, own)
    this.#known.set(tree, own)
    return own
  }

  #sum(
    entries: readonly Entry[],
    read: ReadonlyMap<string, ReadTree>,
    checked: Map<string, Checked>,
  ): Checked {
    let paths = 0
    for (const entry of entries) {
      if (this.what === 'all' && !isValid(entry)) return problem('name', entry.name)
      const { folder } = entry
      const below = folder === undefined ? { paths: 1 } : this.#check(folder, read, checked)
      if ('type' in below) return below
      paths += below.paths
    }
    return this.what === 'all' && paths > MAX_PATHS ? problem('size') : { paths }
  }
}

function problem(type: TreeProblem['type'], name = ''): TreeProblem {
  const { treeMissing, treeTooLarge, treeNameInvalid } = messages.repository
  if (type === 'missing') return { type, reason: treeMissing }
  return {
    type,
    reason: type === 'size' ? treeTooLarge(MAX_PATHS) : treeNameInvalid(plainName(name)),
  }
}

/** Level by level: what is in folders is asked for together. Not what isn't open. */
async function readAll(
  git: Git,
  trees: readonly string[],
  isOpen: (tree: string) => boolean,
): Promise<Map<string, ReadTree>> {
  const read = new Map<string, ReadTree>()
  const openOf = (some: readonly string[]) =>
    [...new Set(some)].filter((tree) => !read.has(tree) && isOpen(tree))
  let next = openOf(trees)
  for (let depth = 0; depth < MAX_DEPTH && next.length > 0; depth += 1) {
    const level = await readTrees(git, next)
    for (const [tree, entries] of level) read.set(tree, entries)
    next = openOf(level.flatMap(foldersIn))
  }
  return read
}

function foldersIn([, entries]: [string, ReadTree]): string[] {
  if ('type' in entries) return []
  return entries.flatMap(({ folder }) => folder ?? [])
}

async function readTrees(git: Git, trees: readonly string[]): Promise<[string, ReadTree][]> {
  const found: [string, ReadTree][] = []
  for await (const [tree, entries] of readTreeEntries(git, trees)) {
    if (entries === 'missing') found.push([tree, problem('missing')])
    else if (entries === 'too large') found.push([tree, problem('size')])
    else found.push([tree, entries.map(entryOf)])
  }
  return found
}

function entryOf({ kind, name, id }: TreeEntry): Entry {
  return {
    name: Buffer.from(name, 'latin1').toString(),
    folder: kind === FOLDER ? id : undefined,
    isLink: kind === LINK,
  }
}

/** Characters that HFS+ ignores in a name. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
/** With the short names of NTFS, and what it ignores at their ends. */
const GIT = /^(\.git|git~1)[. ]*(:|$)/i
const MODULES = /^(\.gitmodules|gitmod~\d)[. ]*(:|$)/i

/** As git itself decides before it writes files, on every system. */
function isValid({ name, isLink }: Entry): boolean {
  if (name === '' || name === '.' || name === '..' || name.includes('/')) return false
  // Mostly, nothing in it can be a ".git" of any system.
  if (!/g/i.test(name)) return true
  const parts = name.replace(IGNORED, '').split('\\')
  return !parts.some((part) => GIT.test(part) || (isLink && MODULES.test(part)))
}
