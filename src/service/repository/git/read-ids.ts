import { askForObjects } from './ask-for-objects.ts'
import type { Git } from './git.ts'
import { FOLDER, readTreeEntries, SUBMODULE, type TreeEntry } from './tree-entries.ts'

/** No object has it: two dots are in no name of a ref. */
const NO_NAME = 'no..name:'

interface PathsOfTree {
  /** A commit or tree. */
  treeish: string
  paths: readonly string[]
  /** Whether submodules are found, too. */
  hasSubmodules?: boolean
}

/**
 * Ids of what is at paths in a commit or tree, by path. The path of a folder has the folder's tree;
 * the empty one has all of it.
 */
export async function readIds(
  git: Git,
  treeish: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const [found = new Map()] = await readIdsOfAll(git, [{ treeish, paths }])
  return found
}

export async function readIdsOfAll(
  git: Git,
  places: readonly PathsOfTree[],
): Promise<Map<string, string>[]> {
  const isInTrees = ({ paths, hasSubmodules }: PathsOfTree) =>
    hasSubmodules || paths.length >= MANY_PATHS
  const others = places.map((place) => (isInTrees(place) ? { ...place, paths: [] } : place))
  const found = await readByNames(git, others)
  for (const [index, place] of places.entries()) {
    if (isInTrees(place)) found[index] = await readByTrees(git, place)
  }
  return found
}

/** git looks through a whole folder for each path in it, so many are looked for here. */
const MANY_PATHS = 200

interface WantedPath {
  path: string
  /** How it goes on in a tree, each byte as one character. */
  rest: string
}

/** Level by level: what is in folders is read together. */
async function readByTrees(
  git: Git,
  { treeish, paths, hasSubmodules }: PathsOfTree,
): Promise<Map<string, string>> {
  const [root] = await idsOfNames(git, [`${treeish}^{tree}`])
  if (root === undefined) return new Map()
  const found = new Map(paths.includes('') ? [['', root]] : [])
  const unread: string[] = []
  const all = paths.map((path) => ({ path, rest: Buffer.from(path).toString('latin1') }))
  for (let level = new Map([[root, all]]); level.size > 0; ) {
    const next = new Map<string, WantedPath[]>()
    for await (const [tree, entries] of readTreeEntries(git, [...level.keys()])) {
      const wanted = level.get(tree) ?? []
      if (entries === 'too large') unread.push(...wanted.map(({ path }) => path))
      else if (entries !== 'missing') {
        // Asked for by name, the commit of a submodule isn't there either.
        const isFound = ({ kind }: TreeEntry) => hasSubmodules || kind !== SUBMODULE
        findIn(entries.filter(isFound), wanted, found, next)
      }
    }
    level = next
  }
  const [others = []] = await readByNames(git, [{ treeish, paths: unread }])
  return new Map([...found, ...others])
}

/** Adds the ids of what is in the tree itself to `found`, and what is in its folders to `next`. */
function findIn(
  entries: readonly TreeEntry[],
  wanted: readonly WantedPath[],
  found: Map<string, string>,
  next: Map<string, WantedPath[]>,
): void {
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  for (const { path, rest } of wanted) {
    const [name = ''] = rest.split('/', 1)
    const entry = byName.get(name)
    if (!entry) continue
    if (name === rest) {
      found.set(path, entry.id)
    } else if (entry.kind === FOLDER) {
      const inside = next.get(entry.id) ?? []
      inside.push({ path, rest: rest.slice(name.length + 1) })
      next.set(entry.id, inside)
    }
  }
}

async function readByNames(
  git: Git,
  places: readonly PathsOfTree[],
): Promise<Map<string, string>[]> {
  const names = places.flatMap(({ treeish, paths }) =>
    // git takes such a path for one beside the directory that it runs in, and ends.
    paths.map((path) => (/^\.\.?(\/|$)/.test(path) ? NO_NAME : `${treeish}:${path}`)),
  )
  const ids = (await idsOfNames(git, names)).values()
  return places.map(({ paths }) => {
    const found = new Map<string, string>()
    for (const path of paths) {
      const id = ids.next().value
      if (id !== undefined) found.set(path, id)
    }
    return found
  })
}

/** In the order of the names; undefined for what isn't there. */
async function idsOfNames(git: Git, names: readonly string[]): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = []
  // Most are there many times: one string for each takes far less memory.
  const known = new Map<string, string>()
  let linesLeft = 0
  const format = '%(objectname)'
  await askForObjects(git, { command: 'info', format }, names, (output, place) => {
    for (let line = output.line(); line !== undefined; line = output.line()) {
      // A missing one is named, and a name can have line ends.
      linesLeft = (linesLeft || linesOf(names[place], line)) - 1
      if (linesLeft > 0) continue
      const id = known.get(line) ?? line
      known.set(id, id)
      found.push(isId(id) ? id : undefined)
      return true
    }
    return false
  })
  return found
}

/** Of what git says about a name; the line is the first one. */
function linesOf(name = '', line: string): number {
  // Newer versions of git name the commit of a submodule that isn't there.
  return /^[0-9a-f]{40,64}( submodule)?$/.test(line) ? 1 : name.split('\n').length
}

function isId(line: string): boolean {
  return /^[0-9a-f]{40,64}$/.test(line)
}
