import type { Credential } from '#contract/readers/read-credential.ts'
import { NOT_STATED } from '#messages/key-messages.ts'
import { missingEntries } from '#messages/warning-messages.ts'
import { roleText } from '#messages/workspace-messages.ts'
import { boardTitle, useBoardNames } from '#state/preferences-store.ts'

const ENTRIES = { one: 'board of this key', many: 'boards of this key' }

/** The boards that a key has access to. */
export function KeyBoards({ credential }: { credential: Credential }) {
  const names = useBoardNames()
  const { unreadableCount } = credential
  return (
    <section aria-label="Boards">
      <h3 className="mb-1 font-semibold">Boards</h3>
      <p className="mb-1 text-warning empty:hidden">
        {missingEntries(ENTRIES, { unreadableCount, hasNextPage: false })}
      </p>
      <ul className="flex flex-col gap-1">
        {credential.boards.map(({ workspaceId, organizationId, role }) => (
          <li key={workspaceId}>
            <bdi>{boardTitle(names, workspaceId)}</bdi>: {roleText(role)}{' '}
            <span className="text-ink-soft text-xs">
              (workspace {workspaceId}, organization {organizationId || NOT_STATED})
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
