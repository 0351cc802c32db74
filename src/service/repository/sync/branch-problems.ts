import { messages } from '../../messages/messages.ts'
import { plainName } from '../git/plain-text.ts'
import type { Ref } from '../git/read-refs.ts'

const MAX_PROBLEMS = 20

/** Each branch once, also when several have the same commit. */
export function branchProblems(
  skipped: readonly string[],
  refs: readonly Ref[],
  unreadable: ReadonlyMap<string, string>,
): string[] {
  const unread = refs.flatMap(({ name, head }) => {
    const reason = unreadable.get(head)
    return reason === undefined
      ? []
      : [messages.repository.branchUnreadable(plainName(name), reason)]
  })
  const unnamed = [...new Set(skipped)].map((name) =>
    messages.repository.branchSkipped(plainName(name)),
  )
  const all = [...unnamed, ...unread]
  const more = all.length - MAX_PROBLEMS
  return more > 0 ? [...all.slice(0, MAX_PROBLEMS), messages.repository.moreProblems(more)] : all
}
