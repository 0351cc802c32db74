import { messages } from '../../messages/messages.ts'
import type { Git } from '../git/git.ts'
import { plainName } from '../git/plain-text.ts'
import type { Promotion } from './commit-as.ts'
import type { PlanningBoard } from './planning-board.ts'

/** A message names at most so many commits. */
const MAX_NAMED = 20

/**
 * As git's own message has it, with each commit that brought a part of the card: other programs
 * know a revert by it.
 */
export async function revertMessage(
  board: PlanningBoard,
  { name, card, signal }: Promotion,
  stage: { branch: string; tip: string },
): Promise<string> {
  const git = board.repository.git.until(signal)
  const commits = (await board.facts.findBringing(name, stage)).slice(0, MAX_NAMED)
  const described = await Promise.all(commits.map((id) => describe(git, id)))
  const subject =
    described.at(-1)?.subject ??
    messages.repository.mergeSubject(plainName(name), card.number, stage.branch)
  const texts = described.map(({ text }) => text)
  return [messages.repository.revertSubject(subject), ...texts].join('\n\n')
}

async function describe(git: Git, id: string): Promise<{ subject: string; text: string }> {
  const format = ['--no-notes', '--no-mailmap', '--format=%P%x00%s']
  const text = await git.read(['log', '-1', ...format, id])
  const [parents = '', subject = ''] = text.trim().split('\0')
  const [first, second] = parents.split(' ')
  const changes = second === undefined ? '' : `, reversing\nchanges made to ${first}`
  return { subject, text: `This reverts commit ${id}${changes}.` }
}
