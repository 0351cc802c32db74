import type { Board } from '#contract/readers/read-board.ts'
import * as messages from '#messages/permission-messages.ts'
import { switchToKey } from '#messages/permission-messages.ts'
import { weakestKey } from '#model/other-keys.ts'
import { canMoveNowhere, ROLE_FOR, verdict } from '#model/permissions.ts'
import { useBoardAccess } from '#queries/access/board-access.ts'
import { answers, useLoaded } from '#start/later.tsx'
import { switchKey } from '#state/recent-boards-store.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import type { BoardWarningsProps } from './BoardWarnings.tsx'

/** What a person has to know about the whole board. */
export function BoardBanners(props: BoardWarningsProps) {
  const code = useLoaded(answers)
  return (
    <>
      {code && <code.BoardWarnings {...props} />}
      <NoMovesBanner board={props.board} />
    </>
  )
}

/** "Read only" when nothing else can be changed either. */
function NoMovesBanner({ board }: { board: Board }) {
  const { session, role, otherKeys } = useBoardAccess()
  const hasNoTarget = board.columns.length > 0 && canMoveNowhere(role, board.columns)
  if (!hasNoTarget) return null
  const otherKey = weakestKey(otherKeys, (other) => !canMoveNowhere(other, board.columns))
  const isReadOnly = verdict(role, ROLE_FOR.writeLabel).type === 'no'
  return (
    <Banner
      tone="info"
      actions={
        otherKey && (
          <Button onClick={() => switchKey(session.workspaceId, otherKey.keyId)}>
            {switchToKey(otherKey.name)}
          </Button>
        )
      }
    >
      {isReadOnly && <strong className="font-semibold">{messages.READ_ONLY} </strong>}
      {messages.roleCannotMove(role)}
    </Banner>
  )
}
