import { createRepository } from './git-repository.ts'

/** Columns that a member may move cards into. */
export const COLUMNS = [
  { name: 'Work', rule: 'work', minRole: 'member' },
  { name: 'Main', rule: { branch: 'main' }, minRole: 'member' },
  { name: 'Staging', rule: { branch: 'staging' }, minRole: 'member' },
]

/** A repository whose .board.json has these checks, with the card 7. */
export function createChecked(checks: object) {
  const repository = createRepository(['staging'])
  repository.commit('main', { '.board.json': JSON.stringify({ columns: COLUMNS, checks }) })
  const head = repository.commit('card/7', { 'seven.txt': '7' })
  const note = (lines: string, commit = head) =>
    repository.git('notes', '--ref', 'checks', 'add', '-f', '-m', lines, commit)
  return { repository, head, note }
}
