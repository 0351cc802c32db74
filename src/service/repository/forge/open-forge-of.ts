import { projectOf, projectOn } from '../../forge/forge-project.ts'
import { type ForgeChoice, type OpenForge, openForge } from '../../forge/open-forge.ts'
import { messages } from '../../messages/messages.ts'
import { RepositoryError } from '../git/git.ts'
import type { Repository } from '../git/repository.ts'

/** Finds the project of a repository on its forge. Throws RepositoryError when nothing tells. */
export async function openForgeOf(repository: Repository, choice: ForgeChoice): Promise<OpenForge> {
  const remote = projectOf(await remoteOf(repository))
  const site = choice.site ?? remote?.site
  const project = choice.project ?? (site && remote && projectOn(site, remote.project))
  if (!site || !project?.includes('/')) {
    throw new RepositoryError(messages.forge.projectUnknown(repository.source))
  }
  const { kind, token } = choice
  return openForge({ kind, site, token }, project)
}

/** Where a clone comes from; "" when it doesn't say. */
async function remoteOf({ git, source, isRemote }: Repository): Promise<string> {
  if (isRemote) return source
  const { stdout } = await git.run(['config', '--get', 'remote.origin.url'])
  return stdout.trim()
}
