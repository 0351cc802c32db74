import { Copy } from 'lucide'
import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import {
  type CardRepository,
  readBoardFacts,
  readCardRepository,
} from '#contract/readers/read-card-repository.ts'
import type { NextMove } from '#contract/readers/read-next-move.ts'
import * as messages from '#messages/stop-messages.ts'
import { age } from '#model/age.ts'
import { cardName, findCard, findCardByNumber } from '#model/board-lookup.ts'
import { mergeCommands } from '#model/merge-commands.ts'
import { copyCommands } from '#state/copy-link.ts'
import { openCard } from '#state/navigation.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { CommitLink } from './CommitLink.tsx'

interface StopDetailsProps {
  card: Card
  board: Board
}

/**
 * With what a card conflicts that can't move on as it is, whom it waits for, and what to run. Empty
 * for a card that can, and for services that don't say. [gap G26]
 */
export function StopDetails({ card, board }: StopDetailsProps) {
  const repository = readCardRepository(card.repository)
  const column = findCard(board, card.id)?.column
  const target = column && board.columns[board.columns.indexOf(column) + 1]
  const next = repository?.next
  if (!next || next.statusId !== target?.statusId || next.result === 'clean') return null
  return (
    <div className="flex w-full min-w-0 flex-col items-start gap-1.5 text-ink-soft text-xs empty:hidden">
      <Source next={next} board={board} />
      <WaitsFor next={next} repository={repository} />
      <Commands next={next} repository={repository} board={board} />
    </div>
  )
}

function Source({ next: { against }, board }: { next: NextMove; board: Board }) {
  if (!against) return null
  const { commit, author, at, number } = against
  const { web } = readBoardFacts(board.facts)
  const source = number === undefined ? undefined : findCardByNumber(board, number)
  return (
    <p>
      {messages.CONFLICTS_WITH} <CommitLink id={commit} web={web} />{' '}
      <bdi>{messages.changeBy(author, at === undefined ? undefined : age(at, Date.now()))}</bdi>
      {source && (
        <>
          {', '}
          {messages.OF_CARD}{' '}
          <button
            type="button"
            className="text-start underline underline-offset-2"
            onClick={() => openCard(source)}
          >
            <bdi>{cardName(source)}</bdi>
          </button>
        </>
      )}
    </p>
  )
}

interface NextMoveProps {
  next: NextMove
  repository: CardRepository
}

function WaitsFor({ next: { result, detail }, repository: { author, pull } }: NextMoveProps) {
  if (result === 'review_missing') return <p>{messages.waitsForReview(pull?.number)}</p>
  if (result === 'checks_pending') {
    return detail === undefined ? null : <p>{messages.waitsForChecks(detail)}</p>
  }
  const isOfAuthor = result === 'conflicts' || result === 'checks_red'
  return isOfAuthor && author !== undefined ? <p>{messages.waitsForPerson(author)}</p> : null
}

function Commands({ next, repository, board }: NextMoveProps & { board: Board }) {
  const { branch, isDeleted } = repository
  const isResolvable = next.result === 'conflicts' && branch !== undefined && !isDeleted
  if (!isResolvable || next.branch === undefined) return null
  const { isShared } = readBoardFacts(board.facts)
  const commands = mergeCommands({ branch, target: next.branch, isShared })
  if (commands === undefined) return null
  return (
    <div className="w-full">
      <p>{messages.RESOLVE_IN_CLONE}</p>
      <div className="mt-1 flex items-start gap-2 rounded-md bg-sunken px-2 py-1 text-ink">
        <pre className="min-w-0 flex-1 whitespace-pre-wrap py-1 [overflow-wrap:anywhere]">
          {commands}
        </pre>
        <Button
          kind="quiet"
          aria-label={messages.COPY_COMMANDS}
          onClick={() => copyCommands(commands)}
        >
          <Icon icon={Copy} className="size-4" />
        </Button>
      </div>
    </div>
  )
}
