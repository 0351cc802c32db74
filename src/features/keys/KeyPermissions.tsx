import { moveCardsInto } from '#messages/key-messages.ts'
import {
  ROLE_FOR,
  type Verdict,
  verdict,
  verdictForCardLabels,
  verdictForMove,
} from '#model/permissions.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import { useBoardTitle } from '#state/preferences-store.ts'
import { Description, DescriptionList } from '#ui/DescriptionList.tsx'

interface KeyPermissionsProps {
  role: string
  workspaceId: string
}

interface Permission {
  id: string
  action: string
  verdict: Verdict
}

const VERDICT_TEXT = { yes: 'Yes', no: 'No', unknown: 'Unknown' } as const

/** What a key can do on the open board, column by column. */
export function KeyPermissions({ role, workspaceId }: KeyPermissionsProps) {
  const columns = useBoardView()?.board.columns ?? []
  const title = useBoardTitle(workspaceId)
  const permissions: Permission[] = [
    ...columns.map((column) => ({
      id: `column ${column.key}`,
      action: moveCardsInto(column.name),
      verdict: verdictForMove(role, column),
    })),
    {
      id: 'card labels',
      action: 'Change a card’s labels',
      verdict: verdictForCardLabels(role),
    },
    {
      id: 'write labels',
      action: 'Create and change labels',
      verdict: verdict(role, ROLE_FOR.writeLabel),
    },
    {
      id: 'delete labels',
      action: 'Delete labels',
      verdict: verdict(role, ROLE_FOR.deleteLabel),
    },
  ]
  return (
    <section aria-label="What this key can do here">
      <h3 className="mb-1 font-semibold">
        What it can do on <bdi>{title}</bdi>
      </h3>
      <DescriptionList layout="wide">
        {permissions.map(({ id, action, verdict: { type } }) => (
          <Description key={id} term={<bdi>{action}</bdi>}>
            <span
              data-verdict={type}
              className="data-[verdict=no]:text-ink-soft data-[verdict=yes]:text-accent"
            >
              {VERDICT_TEXT[type]}
            </span>
          </Description>
        ))}
      </DescriptionList>
    </section>
  )
}
