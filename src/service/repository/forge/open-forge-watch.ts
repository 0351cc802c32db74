import { projectOf, projectOn } from '../../forge/forge-project.ts'
import { type ForgeChoice, openForge } from '../../forge/open-forge.ts'
import { messages } from '../../messages/messages.ts'
import { RepositoryError } from '../git/git.ts'
import type { Repository } from '../git/repository.ts'
import { ForgeWatch, type ForgeWatchOptions, type WatchedBoard } from './forge-watch.ts'

/** Finds the project of a repository on its forge. Throws RepositoryError when nothing tells. */
export async function openForgeWatch(
  repository: Repository,
  choice: ForgeChoice,
  board: WatchedBoard,
  options: ForgeWatchOptions,
): Promise<ForgeWatch> {
  const remote = projectOf(await remoteOf(repository))
  const site = choice.site ?? remote?.site
  const project = choice.project ?? (site && remote && projectOn(site, remote.project))
  if (!site || !project?.includes('/')) {
    throw new RepositoryError(messages.forge.projectUnknown(repository.source))
  }
  const { kind, token } = choice
  return new ForgeWatch(board, openForge({ kind, site, token }, project), options)
}

/** Where a clone comes from; "" when it doesn't say. */
async function remoteOf({ git, source, isRemote }: Repository): Promise<string> {
  if (isRemote) return source
  const { stdout } = await git.run(['config', '--get', 'remote.origin.url'])
  return stdout.trim()
}
