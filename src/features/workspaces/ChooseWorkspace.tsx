import { ADD_KEY, CHOOSE_A_BOARD } from '#messages/common-messages.ts'
import * as messages from '#messages/workspace-messages.ts'
import { failureMessage } from '#model/failure-message.ts'

import {
  type AccessibleBoard,
  boardRefOf,
  useAccessibleBoards,
} from '#queries/credentials/me-query.ts'
import type { ApiError } from '#queries/errors.ts'
import { openDialog } from '#state/dialog-store.ts'
import { boardTitle, useNames } from '#state/names.ts'
import { openBoard } from '#state/open-board.ts'
import { Button } from '#ui/Button.tsx'
import { Choice, ChoiceList } from '#ui/ChoiceList.tsx'
import { CenteredPanel } from '#ui/Panel.tsx'

interface ChooseWorkspaceProps {
  /** The board in the URL that no stored key can open. */
  inaccessibleId?: string | undefined
  /**
   * With which the service requires a choice; its boards are offered, if there are any. [gap G11]
   */
  error?: ApiError
  /** Called before a board is opened. */
  onChoose?: () => void
}

/** Asks which board to open. None is chosen silently. */
export function ChooseWorkspace(props: ChooseWorkspaceProps) {
  const { inaccessibleId, error, onChoose } = props
  const workspaceIds = error?.workspaceIds ?? []
  const boards = useAccessibleBoards()
  const names = useNames()
  const named = boards.filter(({ entry }) => workspaceIds.includes(entry.workspaceId))
  const offered = named.length > 0 ? named : boards
  const isInaccessible = inaccessibleId !== undefined
  const choose = (board: AccessibleBoard) => {
    onChoose?.()
    openBoard(boardRefOf(board))
  }
  return (
    <CenteredPanel>
      <h2 className="font-semibold text-base">
        {isInaccessible ? messages.NO_ACCESS : CHOOSE_A_BOARD}
      </h2>
      {isInaccessible && (
        <p className="text-ink-soft">
          <bdi>{messages.inaccessibleBoard(inaccessibleId)}</bdi>
        </p>
      )}
      {error && (
        <p className="text-ink-soft">
          {messages.BOARD_REQUIRED} <bdi>{failureMessage(error)}</bdi>
        </p>
      )}
      {offered.length === 0 && !isInaccessible && (
        <p className="text-ink-soft">{messages.NO_ACCESSIBLE_BOARDS}</p>
      )}
      {offered.length > 0 && (
        <ChoiceList>
          {offered.map((board) => (
            <Choice
              key={`${board.key.id} ${board.entry.workspaceId}`}
              name={boardTitle(names, board.entry.workspaceId)}
              detail={messages.accessText(board.entry.role, board.key.name)}
              onChoose={() => choose(board)}
            />
          ))}
        </ChoiceList>
      )}
      <Button onClick={() => openDialog({ type: 'connect' })}>{ADD_KEY}</Button>
    </CenteredPanel>
  )
}
