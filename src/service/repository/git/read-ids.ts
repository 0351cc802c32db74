import { askForObjects } from './ask-for-objects.ts'
import type { Git } from './git.ts'

/** No object has it: two dots are in no name of a ref. */
const NO_NAME = 'no..name:'

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
  places: readonly { treeish: string; paths: readonly string[] }[],
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
