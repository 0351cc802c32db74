import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { Board } from '#contract/board.ts'
import type { Card } from '#contract/card.ts'
import { findCard } from '#model/board-view.ts'
import type { OtherKey } from '#model/move-options.ts'
import { useBoardFault } from '#queries/board.ts'
import { useBoardView } from '#queries/board-view.ts'
import type { ReachableBoard } from '#queries/credentials.ts'
import { asksForBoard } from '#queries/failure.ts'
import { type BoardSession, boardKey } from '#queries/session.ts'
import { useSteady } from '#queries/steady.ts'
import type { CardPart, OpenCard } from '#state/board-ui-store.ts'
import { rememberProject } from '#state/settings-store.ts'
import { LazyBoundary } from '#ui/LazyBoundary.tsx'
import { BoardChoice, CardPanel } from './parts.ts'
import { type ChangeUrl, NO_FILTERS, type UrlState } from './url-state.ts'

// Asked for as soon as the app runs, so that it comes beside the first answers and not after them.
const boardScreen = import('#features/board/BoardScreen.tsx')
const BoardScreen = lazy(() => boardScreen.then((module) => ({ default: module.BoardScreen })))

interface OpenBoardProps {
  session: BoardSession
  role: string
  others: readonly OtherKey[]
  boards: readonly ReachableBoard[]
  onSwitchKey: (keyId: string) => void
  url: UrlState
  changeUrl: ChangeUrl
  onChooseBoard: (board: ReachableBoard) => void
  onAddKey: () => void
  onReplaceSecret: () => void
  onNotUnderstood: () => void
}

/** The board of a session with the card that the address opens above it. */
export function OpenBoard(props: OpenBoardProps) {
  const { session, role, others, boards, url, changeUrl, onAddKey, onSwitchKey } = props
  const queryClient = useQueryClient()
  const fault = useBoardFault(session)
  const view = useBoardView(session)
  const { text, blockedOnly, labelIds, priorities } = url
  const filter = useSteady({ text, blockedOnly, labelIds, priorities })
  const [openedId, setOpenedId] = useState<string>()
  const [wantedPart, setWantedPart] = useState<CardPart>()
  const opened = openedId === undefined ? undefined : view && findCard(view.board, openedId)?.card
  const linked = view && url.cardNumber !== undefined ? cardByNumber(view.board, url.cardNumber) : undefined
  const isOpened = opened !== undefined && opened.number === url.cardNumber
  const byAddress = url.cardNumber === undefined ? undefined : (linked?.id ?? `#${url.cardNumber}`)
  const cardId = isOpened ? openedId : byAddress
  const openCard: OpenCard = (id, part) => {
    setWantedPart(part)
    const number = view && findCard(view.board, id)?.card.number
    setOpenedId(id)
    if (number !== undefined) changeUrl({ cardNumber: number }, 'push')
  }
  const closeCard = () => {
    setOpenedId(undefined)
    changeUrl({ cardNumber: undefined }, 'return')
  }
  const chooseProject = (projectId: string | undefined) => {
    if (projectId !== undefined) rememberProject(session.workspaceId, projectId)
    // The question itself is where Back leads to.
    if (url.projectId === undefined) changeUrl({ projectId: null }, 'replace')
    changeUrl({ workspaceId: session.workspaceId, projectId: projectId ?? null }, 'push')
  }
  if (fault && asksForBoard(fault)) {
    const named = boards.filter(({ entry }) => fault.workspaceIds.includes(entry.workspaceId))
    return (
      <BoardChoice
        unreachable={undefined}
        asked={fault.message}
        boards={named.length > 0 ? named : boards}
        onChoose={(board) => {
          void queryClient.invalidateQueries({ queryKey: boardKey(session) })
          props.onChooseBoard(board)
        }}
        onAddKey={onAddKey}
      />
    )
  }
  return (
    <>
      <BoardScreen
        session={session}
        role={role}
        others={others}
        filter={filter}
        actions={{
          openCard,
          clearFilter: () => changeUrl(NO_FILTERS, 'replace'),
          chooseProject,
          chooseKey: onAddKey,
          replaceSecret: props.onReplaceSecret,
          showNotUnderstood: props.onNotUnderstood,
          switchKey: onSwitchKey,
        }}
      />
      {view && cardId !== undefined && (
        <LazyBoundary part="card" onLeave={closeCard}>
          <CardPanel
            key={cardId}
            session={session}
            role={role}
            cardId={cardId}
            wantedPart={isOpened ? wantedPart : undefined}
            onClose={closeCard}
            onOtherProject={() => changeUrl({ projectId: null }, 'push')}
          />
        </LazyBoundary>
      )}
    </>
  )
}

function cardByNumber(board: Board, number: number): Card | undefined {
  for (const column of board.columns) {
    const card = column.cards.find((one) => one.number === number)
    if (card) return card
  }
  return undefined
}
