import type { Board } from '#contract/readers/read-board.ts'
import { readBoardFacts } from '#contract/readers/read-card-repository.ts'
import { useOnline } from '#hooks/use-online.ts'
import { DETAILS } from '#messages/bulk-messages.ts'
import { RETRY } from '#messages/common-messages.ts'
import { SERVICE_LANGUAGE } from '#messages/page-messages.ts'
import * as messages from '#messages/warning-messages.ts'
import { errorMessage } from '#model/failure-message.ts'
import { useSession } from '#queries/access/board-access.ts'
import { type ApiError, visibleError } from '#queries/errors.ts'
import type { BoardQuery } from '#queries/feed/use-board.ts'
import { keys } from '#queries/keys.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { useRetry } from '#queries/use-retry.ts'
import { openDialog } from '#state/dialog-store.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ArrangementNote } from './ArrangementNote.tsx'
import { NewSecretButton } from './NewSecretButton.tsx'
import { StoppedOverview } from './StoppedOverview.tsx'

export interface BoardWarningsProps {
  query: BoardQuery
  board: Board
}

/**
 * What to know about the whole board besides what a role allows. It loads after the first screen.
 */
export function BoardWarnings(props: BoardWarningsProps) {
  return (
    <>
      <Warnings {...props} />
      <StoppedOverview />
      <ArrangementNote />
    </>
  )
}

/** What went wrong. */
function Warnings({ query, board }: BoardWarningsProps) {
  const isOnline = useOnline()
  const error = visibleError(query)
  if (!isOnline) {
    return (
      <>
        <Banner tone="warning">{messages.OFFLINE}</Banner>
        <UnreadableBanner board={board} />
      </>
    )
  }
  return (
    <>
      {error && <StaleBanner error={error} />}
      <ProblemBanner board={board} />
      <LabelsBanner />
      <UnreadableBanner board={board} />
    </>
  )
}

/** The last board stays on the screen when it can't be loaded again. */
function StaleBanner({ error }: { error: ApiError }) {
  const retry = useRetry(keys.board(useSession()))
  const isRejected = error.status === 401
  const what = isRejected ? messages.KEY_NO_LONGER_ACCEPTED : messages.COULD_NOT_RELOAD_BOARD
  const actions = (
    <>
      <Button onClick={retry}>{RETRY}</Button>
      {isRejected && <NewSecretButton />}
    </>
  )
  return (
    <Banner tone="warning" actions={actions}>
      {what} {errorMessage(error)} {messages.LAST_LOADED_VERSION}
    </Banner>
  )
}

/** The service can't follow its repository: it shows the last state that it could read. */
function ProblemBanner({ board }: { board: Board }) {
  const { problem, syncedAt } = readBoardFacts(board.facts)
  if (problem === undefined) return null
  return (
    <Banner tone="warning">
      {syncedAt !== undefined && messages.asOfLastSync(syncedAt)}{' '}
      <bdi lang={SERVICE_LANGUAGE}>{problem}</bdi>
    </Banner>
  )
}

function LabelsBanner() {
  const session = useSession()
  const labels = useLabels(session)
  const retry = useRetry(keys.labels(session))
  const error = visibleError(labels)
  if (!error || labels.data) return null
  return (
    <Banner tone="warning" actions={<Button onClick={retry}>{RETRY}</Button>}>
      {messages.couldNotLoadLabels(errorMessage(error))}
    </Banner>
  )
}

function UnreadableBanner({ board }: { board: Board }) {
  const message = messages.missingEntries(messages.BOARD_ENTRIES, board)
  if (!message) return null
  const details = <Button onClick={() => openDialog({ type: 'unrecognized' })}>{DETAILS}</Button>
  return (
    <Banner tone="info" actions={details}>
      {message}
    </Banner>
  )
}
