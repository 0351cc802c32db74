import type { Git } from '../git/git.ts'
import { plainText } from '../git/plain-text.ts'
import { readSubjects } from '../git/read-commits.ts'
import type { RepositoryState } from './read-repository.ts'

/** What forges add to the subject of a squash. */
const FORGE_NUMBER = /\s*\(#\d+\)$/
/** `git rebase --autosquash` takes the commit for a part of the one with the rest of the subject. */
const AUTOSQUASH = /^((fixup|squash|amend)!( |$))+/

/**
 * Titles of cards by the names of their branches, as far as the repository has better ones than
 * these names: the branch's description, the subject of the squash that a forge has made of it, or
 * the subject of its first own commit. New branches are worth a process.
 */
export async function readTitles(
  git: Git,
  state: RepositoryState,
  descriptions: ReadonlyMap<string, string>,
  isNew: (name: string) => boolean,
): Promise<Map<string, string>> {
  const names = [...state.branches.keys()]
  const squashOf = (name: string) =>
    state.facts.get(name)?.findLast(({ verdict }) => verdict === 'present')?.broughtBy
  const wanted = names.filter(isNew).flatMap((name) => {
    return [squashOf(name), state.nets.get(name)?.first].filter((id) => id !== undefined)
  })
  const subjects = await readSubjects(git, wanted, state.ownCommits)
  const titles = names.map((name): [string, string] => {
    const first = state.nets.get(name)?.first ?? ''
    const squash = subjects.get(squashOf(name) ?? '') ?? ''
    const found = [
      descriptions.get(name) ?? '',
      FORGE_NUMBER.test(squash) ? squash.replace(FORGE_NUMBER, '') : '',
      subjects.get(first) ?? state.ownCommits.get(first)?.subject ?? '',
    ]
    return [name, found.map(titleText).find((text) => text !== '') ?? '']
  })
  return new Map(titles.filter(([, title]) => title !== ''))
}

/** By the commits that the first stage doesn't have, until more is known. Takes no process. */
export function firstTitles({ branches, ownCommits }: RepositoryState): Map<string, string> {
  return new Map(
    [...branches.values()].flatMap(({ name, head }) => {
      let subject = ''
      for (let commit = ownCommits.get(head); commit; ) {
        if (commit.parents.length < 2) subject = titleText(commit.subject) || subject
        commit = ownCommits.get(commit.parents[0] ?? '')
      }
      return subject === '' ? [] : [[name, subject]]
    }),
  )
}

function titleText(subject: string): string {
  return plainText(subject).replace(AUTOSQUASH, '')
}
