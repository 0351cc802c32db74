import type { ReachableBoard } from '#queries/credentials.ts'
import { boardTitle, useSettingsStore } from '#state/settings-store.ts'
import { Button } from '#ui/Button.tsx'

interface BoardChoiceProps {
  /** The board that the address named and no held key reaches. */
  unreachable: string | undefined
  /** What the service said when it asked for a choice itself. [gap G11] */
  asked?: string
  boards: readonly ReachableBoard[]
  onChoose: (board: ReachableBoard) => void
  onAddKey: () => void
}

/** Asks which board to open; none is picked silently. */
export function BoardChoice({ unreachable, asked, boards, onChoose, onAddKey }: BoardChoiceProps) {
  const settings = useSettingsStore()
  return (
    <div className="flex h-full overflow-y-auto p-6">
      <div className="m-auto flex w-full max-w-md flex-col gap-3 rounded-xl border border-line bg-surface p-5">
        <h2 className="font-semibold text-base">{unreachable ? 'This board is out of reach' : 'Choose a board'}</h2>
        {unreachable && (
          <p className="text-ink-soft">
            The link names board <bdi>{unreachable}</bdi>. None of your keys reaches it. Add a key that does, or open
            one of these.
          </p>
        )}
        {asked !== undefined && (
          <p className="text-ink-soft">
            The service asks which board is meant: <bdi>{asked}</bdi>
          </p>
        )}
        {boards.length === 0 && !unreachable && (
          <p className="text-ink-soft">Your keys reach no board. Add one that does.</p>
        )}
        <ul className="flex flex-col gap-1.5">
          {boards.map((board) => (
            <li key={`${board.key.id} ${board.entry.workspaceId}`}>
              <Button
                className="w-full flex-wrap justify-start whitespace-normal text-left"
                onClick={() => onChoose(board)}
              >
                <bdi>{boardTitle(settings, board.entry.workspaceId)}</bdi>
                <span className="min-w-0 font-normal text-ink-soft">
                  {board.entry.role || 'role not stated'}, with {board.key.name}
                </span>
              </Button>
            </li>
          ))}
        </ul>
        <Button onClick={onAddKey}>Add key</Button>
      </div>
    </div>
  )
}
