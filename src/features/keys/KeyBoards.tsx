import type { Credential } from '#contract/readers/read-credential.ts'
import { BOARDS, keyBoardIds, NOT_STATED } from '#messages/key-messages.ts'
import { KEY_BOARD_ENTRIES, missingEntries } from '#messages/warning-messages.ts'
import { roleText } from '#messages/workspace-messages.ts'
import { boardTitle, useNames } from '#state/names.ts'

/** The boards that a key has access to. */
export function KeyBoards({ credential }: { credential: Credential }) {
  const names = useNames()
  const { unreadableCount } = credential
  return (
    <section aria-label={BOARDS}>
      <h3 className="mb-1 font-semibold">{BOARDS}</h3>
      <p className="mb-1 text-warning empty:hidden">
        {missingEntries(KEY_BOARD_ENTRIES, { unreadableCount, hasNextPage: false })}
      </p>
      <ul className="flex flex-col gap-1">
        {credential.boards.map(({ workspaceId, organizationId, role }) => (
          <li key={workspaceId}>
            <bdi>{boardTitle(names, workspaceId)}</bdi>: {roleText(role)}{' '}
            <span className="text-ink-soft text-xs">
              {keyBoardIds(workspaceId, organizationId || NOT_STATED)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
