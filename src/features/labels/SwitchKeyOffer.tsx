import { switchToKey } from '#messages/permission-messages.ts'
import { weakestKey } from '#model/other-keys.ts'
import { verdict } from '#model/permissions.ts'
import { useBoardAccess } from '#queries/access/board-access.ts'
import { switchKey } from '#state/recent-boards-store.ts'
import { Button } from '#ui/Button.tsx'

/** Another stored key that has the required role on this board, if the current key doesn't. */
export function SwitchKeyOffer({ requiredRole }: { requiredRole: string }) {
  const { session, role, otherKeys } = useBoardAccess()
  if (verdict(role, requiredRole).type !== 'no') return null
  const key = weakestKey(otherKeys, (other) => verdict(other, requiredRole).type === 'yes')
  if (!key) return null
  return (
    <Button className="self-start" onClick={() => switchKey(session.workspaceId, key.keyId)}>
      {switchToKey(key.name)}
    </Button>
  )
}
