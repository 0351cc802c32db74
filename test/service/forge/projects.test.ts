import { expect, test } from 'vitest'
import { projectOf, projectOn } from '#service/forge/forge-project.ts'
import { openForge } from '#service/forge/open-forge.ts'

test.each([
  ['https://github.com/team/app.git', 'https://github.com/', 'team/app'],
  ['https://github.com/team/app/', 'https://github.com/', 'team/app'],
  ['git@github.com:team/app.git', 'https://github.com/', 'team/app'],
  [
    'ssh://git@git.team.example:2222/group/sub/app.git',
    'https://git.team.example/',
    'group/sub/app',
  ],
  ['https://git.team.example:8443/group/app', 'https://git.team.example:8443/', 'group/app'],
  ['https://git.team.example/a%20team/app', 'https://git.team.example/', 'a team/app'],
])('%s is a project of %s', (remote, site, project) => {
  const found = projectOf(remote)
  expect([found?.site.href, found?.project]).toEqual([site, project])
})

test.each(['', '/home/ada/app', 'file:///home/ada/app', 'git://host/app'])(
  '%s is no project of a forge',
  (remote) => expect(projectOf(remote)).toBeUndefined(),
)

test('the path of a forge isn’t a part of the project', () => {
  const site = new URL('https://team.example/git/')
  expect(projectOn(site, 'git/team/app')).toBe('team/app')
  expect(projectOn(new URL('https://team.example/'), 'git/team/app')).toBe('git/team/app')
})

test.each([
  ['github', 'https://git.example/team/app/tree/{branch}'],
  ['gitlab', 'https://git.example/team/app/-/tree/{branch}'],
  ['gitea', 'https://git.example/team/app/src/branch/{branch}'],
] as const)('%s has a page for each branch', (kind, branch) => {
  const site = new URL('https://git.example')
  const { web } = openForge({ kind, site, token: undefined }, 'team/app')
  expect(web?.branch).toBe(branch)
})
