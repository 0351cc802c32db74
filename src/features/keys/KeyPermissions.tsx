import { readBoardFacts } from '#contract/readers/read-card-repository.ts'
import {
  CHANGE_A_CARDS_LABELS,
  CREATE_AND_CHANGE_LABELS,
  DELETE_LABELS,
  KEY_CAN_DO,
  KEY_CAN_DO_ON,
  moveCardsInto,
  NO,
  UNKNOWN,
  YES,
} from '#messages/key-messages.ts'
import { verdictForCardLabels } from '#model/card-label-permission.ts'
import { ROLE_FOR, type Verdict, verdict, verdictForMove } from '#model/permissions.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import { useBoardTitle } from '#state/names.ts'
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

const VERDICT_TEXT = { yes: YES, no: NO, unknown: UNKNOWN } as const

/** What a key can do on the open board, column by column. */
export function KeyPermissions({ role, workspaceId }: KeyPermissionsProps) {
  const board = useBoardView()?.board
  const columns = board?.columns ?? []
  const { cardLabelsMinRole: minRole } = readBoardFacts(board?.facts)
  const title = useBoardTitle(workspaceId)
  const permissions: Permission[] = [
    ...columns.map((column) => ({
      id: `column ${column.key}`,
      action: moveCardsInto(column.name),
      verdict: verdictForMove(role, column),
    })),
    {
      id: 'card labels',
      action: CHANGE_A_CARDS_LABELS,
      verdict: verdictForCardLabels(role, { minRole }),
    },
    {
      id: 'write labels',
      action: CREATE_AND_CHANGE_LABELS,
      verdict: verdict(role, ROLE_FOR.writeLabel),
    },
    {
      id: 'delete labels',
      action: DELETE_LABELS,
      verdict: verdict(role, ROLE_FOR.deleteLabel),
    },
  ]
  return (
    <section aria-label={KEY_CAN_DO}>
      <h3 className="mb-1 font-semibold">
        {KEY_CAN_DO_ON[0]}
        <bdi>{title}</bdi>
        {KEY_CAN_DO_ON[1]}
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
