export interface RemoteProject {
  /** Where the project's pages are, without its path. */
  site: URL
  /** Such as "team/app". */
  project: string
}

/** What the URL of a git remote says about its project; undefined when it's no such URL. */
export function projectOf(remote: string): RemoteProject | undefined {
  const short = /^(?:[\w.-]+@)([\w.-]+):(?!\/\/)(.+)$/.exec(remote)
  if (short) return { site: new URL(`https://${short[1]}/`), project: withoutEnds(short[2] ?? '') }
  if (!URL.canParse(remote)) return undefined
  const url = new URL(remote)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb && url.protocol !== 'ssh:') return undefined
  const site = new URL(isWeb ? `${url.protocol}//${url.host}/` : `https://${url.hostname}/`)
  return { site, project: withoutEnds(decodeURIComponent(url.pathname)) }
}

/** Without the path of a forge that isn't at the root of its host. */
export function projectOn(site: URL, project: string): string {
  const base = withoutEnds(site.pathname)
  return base !== '' && project.startsWith(`${base}/`) ? project.slice(base.length + 1) : project
}

function withoutEnds(path: string): string {
  return path
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/, '')
    .replace(/\/+$/, '')
}
