import { ENTER_THE_NEW_SECRET } from '#messages/common-messages.ts'
import { useSession } from '#queries/access/board-access.ts'
import { openDialog } from '#state/dialog-store.ts'
import { Button } from '#ui/Button.tsx'

/** Opens the form for a new secret of the board's key. */
export function NewSecretButton() {
  const { keyId } = useSession()
  const open = () => openDialog({ type: 'key', keyId, isReplacing: true })
  return <Button onClick={open}>{ENTER_THE_NEW_SECRET}</Button>
}
