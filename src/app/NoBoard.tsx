import type { KeyStanding, ReachableBoard } from '#queries/credentials.ts'
import { failureWords } from '#queries/failure.ts'
import { useTryAgain } from '#queries/try-again.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorCard } from '#ui/ErrorCard.tsx'
import type { CurrentBoard } from './current-board.ts'
import { BoardChoice } from './parts.ts'

const EVERY_KEY = ['me']

interface NoBoardProps {
  standings: readonly KeyStanding[]
  current: CurrentBoard
  boards: readonly ReachableBoard[]
  onChoose: (board: ReachableBoard) => void
  onAddKey: () => void
  onReplaceSecret: (keyId: string) => void
}

/** What stands in the board's place: a wait, a failure, or the question which board to open. */
export function NoBoard({ standings, current, boards, onChoose, onAddKey, onReplaceSecret }: NoBoardProps) {
  const tryAgain = useTryAgain(EVERY_KEY)
  const failed = standings
    .map(({ key, credential, trouble }) => ({ key, error: credential ? null : trouble }))
    .find(({ error }) => error)
  if (current.at === 'waiting' && (!failed || boards.length > 0))
    return (
      <p role="status" className="p-6 text-ink-soft">
        Asking which boards your keys reach…
      </p>
    )
  if (failed?.error && boards.length === 0) {
    return (
      <div className="flex h-full p-6">
        <ErrorCard
          title={failed.error.status === 401 ? 'The key was not accepted' : 'Your boards cannot be read'}
          text={failureWords(failed.error)}
          trace={failed.error.trace}
        >
          <Button kind="primary" onClick={tryAgain}>
            {current.at === 'waiting' ? 'Trying again…' : 'Retry'}
          </Button>
          {failed.error.status === 401 && (
            <Button onClick={() => onReplaceSecret(failed.key.id)}>Enter the new secret</Button>
          )}
          <Button onClick={onAddKey}>Use another key</Button>
        </ErrorCard>
      </div>
    )
  }
  return (
    <BoardChoice
      unreachable={current.at === 'unreachable' ? current.workspaceId : undefined}
      boards={boards}
      onChoose={onChoose}
      onAddKey={onAddKey}
    />
  )
}
