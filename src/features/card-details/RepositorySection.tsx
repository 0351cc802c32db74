import { Check, CircleDashed, Copy, X } from 'lucide'
import { type ReactNode, useId } from 'react'
import type { Board, Column } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import {
  type BoardWeb,
  type CardCheck,
  type CardRepository,
  readBoardFacts,
  readCardRepository,
} from '#contract/readers/read-card-repository.ts'
import { MOVING, pullNumber } from '#messages/card-messages.ts'
import * as messages from '#messages/card-repository-messages.ts'
import { dateTime } from '#messages/card-repository-messages.ts'
import { REPOSITORY } from '#messages/common-messages.ts'
import { COLUMN } from '#messages/list-messages.ts'
import { SERVICE_LANGUAGE } from '#messages/page-messages.ts'
import { BRANCH, CHECKS, COMMIT, NEXT_MOVE, PULL_REQUEST } from '#messages/panel-messages.ts'
import { age } from '#model/age.ts'
import { findCard } from '#model/board-lookup.ts'
import { placementReasons } from '#model/placement-reasons.ts'
import { visibleName } from '#model/visible-name.ts'
import { copyBranchName } from '#state/copy-link.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { CommitLink, ExternalLink, encodePath } from './CommitLink.tsx'

interface RepositorySectionProps {
  card: Card
  board: Board
  /** Whether the card is moving: what is known belongs to its last column. */
  isMoving: boolean
}

/**
 * What the card is made of, why it is in its column, and what its next move would do. Nothing is
 * missing without it: most services don't say. [gap G26]
 */
export function RepositorySection({ card, board, isMoving }: RepositorySectionProps) {
  const headingId = useId()
  const repository = readCardRepository(card.repository)
  const place = findCard(board, card.id)
  if (!repository || !place) return null
  const { web } = readBoardFacts(board.facts)
  const evidence = { repository, web }
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2 border-line border-t pt-4">
      <h3 id={headingId} className="font-semibold">
        {REPOSITORY}
      </h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        <Line term={BRANCH}>
          <BranchName {...evidence} />
        </Line>
        <Line term={COMMIT}>
          <NewestCommit {...evidence} />
        </Line>
        {repository.pull && (
          <Line term={PULL_REQUEST}>
            <ExternalLink href={repository.pull.url}>
              {pullNumber(repository.pull.number)}
            </ExternalLink>
            <bdi className="text-ink-soft">{messages.pullState(repository.pull)}</bdi>
          </Line>
        )}
        <Line term={CHECKS}>
          <Checks checks={repository.checks} />
        </Line>
        <Placement {...evidence} board={board} column={place.column} isMoving={isMoving} />
      </dl>
    </section>
  )
}

interface EvidenceProps {
  repository: CardRepository
  web: BoardWeb | undefined
}

/** Why a card is in its column, and what is between it and the next one. */
function Placement({
  repository,
  web,
  board: { columns },
  column,
  isMoving,
}: EvidenceProps & { board: Board; column: Column; isMoving: boolean }) {
  // The lines keep their place: what is below must not jump under a finger.
  if (isMoving) {
    return [COLUMN, NEXT_MOVE].map((term) => (
      <Line key={term} term={term}>
        {MOVING}
      </Line>
    ))
  }
  const further = columns.slice(columns.indexOf(column) + 1)
  const [after] = further
  const reasons = placementReasons(repository, column.name, further)
  return (
    <>
      {reasons.length > 0 && (
        <Line term={COLUMN}>
          {reasons.map(({ text, commit }) => (
            <p key={text} className="w-full">
              <bdi>{text}</bdi> {commit && <CommitLink id={commit} web={web} />}
            </p>
          ))}
        </Line>
      )}
      {after && (
        <Line term={NEXT_MOVE}>
          <bdi lang={after.lockedReason === undefined ? undefined : SERVICE_LANGUAGE}>
            {after.lockedReason ?? nextMoveText(repository, columns)}
          </bdi>
        </Line>
      )}
    </>
  )
}

function nextMoveText({ next, checks }: CardRepository, columns: readonly Column[]): string {
  const target = columns.find(({ statusId }) => statusId === next?.statusId)
  const hasRedCheck = checks.some(({ state }) => state === 'failure')
  return next && target ? messages.nextMove(next, target.name, hasRedCheck) : messages.NOT_TRIED
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{term}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
        {children}
      </dd>
    </>
  )
}

function BranchName({ repository, web }: EvidenceProps) {
  const { branch, isDeleted, pull } = repository
  const isOver = pull?.state === 'merged' || pull?.state === 'closed'
  if (branch === undefined) return null
  // A pull request from a fork has no branch here. [gap G26]
  const isBranch = !/^pull \d+$/.test(branch)
  const url =
    isDeleted || !isBranch ? undefined : web?.branch?.replaceAll('{branch}', encodePath(branch))
  return (
    <span className="flex min-w-0 items-center gap-2">
      <ExternalLink href={url}>
        <code>{visibleName(branch)}</code>
      </ExternalLink>
      {isDeleted && !isOver && (
        <span className="text-ink-soft text-xs">{messages.DELETED_BRANCH}</span>
      )}
      {isBranch && (
        <Button
          kind="quiet"
          // The line keeps the height of its text, and its term the same baseline.
          className="-my-1.5 shrink-0 pointer-coarse:-my-3"
          aria-label={messages.copyBranch(visibleName(branch))}
          onClick={() => copyBranchName(branch)}
        >
          <Icon icon={Copy} className="size-4" />
        </Button>
      )}
    </span>
  )
}

function NewestCommit({ repository, web }: EvidenceProps) {
  const { head, committedAt, author, commits } = repository
  return (
    <>
      {head !== undefined && <CommitLink id={head} web={web} />}
      {committedAt !== undefined && (
        <time dateTime={new Date(committedAt).toISOString()} title={dateTime(committedAt)}>
          {age(committedAt, Date.now())}
        </time>
      )}
      {author !== undefined && <bdi>{author}</bdi>}
      {commits !== undefined && (
        <span className="text-ink-soft text-xs">{messages.commits(commits)}</span>
      )}
    </>
  )
}

const CHECK_ICONS = {
  success: { icon: Check, className: 'size-3.5 shrink-0 text-success' },
  failure: { icon: X, className: 'size-3.5 shrink-0 text-danger' },
  pending: { icon: CircleDashed, className: 'size-3.5 shrink-0 text-ink-soft' },
} as const

function Checks({ checks }: { checks: readonly CardCheck[] }) {
  if (checks.length === 0) return messages.NO_CHECKS
  return (
    <ul className="flex min-w-0 flex-col gap-1">
      {checks.map(({ name, state, detail, url, source }) => (
        <li key={`${source} ${name}`} className="flex min-w-0 items-baseline gap-1.5">
          <Icon {...CHECK_ICONS[state]} />
          <span className="min-w-0">
            <ExternalLink href={url}>
              <bdi>{name}</bdi>
            </ExternalLink>{' '}
            <span className="text-ink-soft">
              <bdi>{messages.checkState(state, detail)}</bdi>
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
