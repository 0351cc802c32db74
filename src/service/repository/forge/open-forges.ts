import { projectOf, projectOn } from '../../forge/forge-project.ts'
import { type ForgeChoice, type OpenForge, openForge } from '../../forge/open-forge.ts'
import { messages } from '../../messages/messages.ts'
import { RepositoryError } from '../git/git.ts'
import type { Repository } from '../git/repository.ts'

/**
 * Finds the projects of repositories on their forge. The token reaches one host only, and no one
 * without https. Throws RepositoryError for what the operator has to mend.
 */
export async function openForges(
  repositories: readonly Repository[],
  choice: ForgeChoice,
): Promise<OpenForge[]> {
  if (choice.project !== undefined && repositories.length > 1) {
    throw new RepositoryError(messages.forge.severalProjects)
  }
  const places: { site: URL; project: string }[] = []
  for (const repository of repositories) places.push(await placeOf(repository, choice))
  const hosts = new Set(places.map(({ site }) => site.origin))
  if (hosts.size > 1) throw new RepositoryError(messages.forge.severalHosts)
  const { kind, token } = choice
  return places.map(({ site, project }) => openForge({ kind, site, token }, project))
}

async function placeOf(
  repository: Repository,
  choice: ForgeChoice,
): Promise<{ site: URL; project: string }> {
  const { source } = repository
  const remote = projectOf(await remoteOf(repository))
  const site = choice.site ?? remote?.site
  if (!site) throw new RepositoryError(messages.forge.siteUnknown(source))
  // What an operator names was checked with the options.
  if (!choice.site && site.protocol !== 'https:') {
    throw new RepositoryError(messages.forge.insecure(source))
  }
  const project = choice.project ?? (remote && projectOn(site, remote.project))
  if (project?.includes('/')) return { site, project }
  throw new RepositoryError(messages.forge.projectUnknown(source))
}

/** Where a clone comes from; "" when it doesn't say. */
async function remoteOf({ git, source, isRemote }: Repository): Promise<string> {
  if (isRemote) return source
  const { stdout } = await git.run(['config', '--get', 'remote.origin.url'])
  return stdout.trim()
}
