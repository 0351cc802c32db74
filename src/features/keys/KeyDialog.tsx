import { useEffect, useRef, useState } from 'react'
import type { Credential } from '#contract/readers/read-credential.ts'
import { SCOPES } from '#messages/common-messages.ts'
import * as messages from '#messages/key-messages.ts'
import {
  ANSWERING,
  CLIENT_ID,
  keyTitle,
  REMOVE_KEY,
  REPLACE_THE_SECRET,
  SECRET,
  STORED,
} from '#messages/key-messages.ts'
import { failureMessage } from '#model/failure-message.ts'
import { useOptionalBoardAccess } from '#queries/access/board-access.ts'
import { type KeyStatus, useKeyStatuses } from '#queries/credentials/me-query.ts'
import { closeDialog } from '#state/dialog-store.ts'
import { removeKeyWithUndo } from '#state/keys/change-keys.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import type { StoredKey } from '#state/keys/stored-keys.ts'
import { Button } from '#ui/Button.tsx'
import { Description, DescriptionList } from '#ui/DescriptionList.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { FormError } from '#ui/Field.tsx'
import { KeyBoards } from './KeyBoards.tsx'
import { KeyFindings } from './KeyFindings.tsx'
import { KeyPermissions } from './KeyPermissions.tsx'
import { ReplaceSecretForm } from './ReplaceSecretForm.tsx'

interface KeyDialogProps {
  keyId: string
  /** Opens with the field for a new secret. */
  isReplacing: boolean
}

/**
 * What the service reports about a key, what it can do on the open board, and how to replace its
 * secret.
 */
export function KeyDialog({ keyId, isReplacing }: KeyDialogProps) {
  const status = useKeyStatuses().find(({ key }) => key.id === keyId)
  return status ? <KeyDetails status={status} isReplacing={isReplacing} /> : null
}

function KeyDetails({ status, isReplacing }: { status: KeyStatus; isReplacing: boolean }) {
  const { key, credential } = status
  const workspaceId = useOptionalBoardAccess()?.session.workspaceId
  const entry = credential?.boards.find((board) => board.workspaceId === workspaceId)
  return (
    <Dialog title={keyTitle(key.name)} onClose={closeDialog}>
      <div className="flex flex-col gap-4">
        <FormError>{useKeyProblem(status)}</FormError>
        <KeyActions storedKey={key} isReplacing={isReplacing} />
        <KeyFacts storedKey={key} credential={credential} />
        <KeyFindings keyId={key.id} />
        {credential && <KeyBoards credential={credential} />}
        {entry && <KeyPermissions role={entry.role} workspaceId={entry.workspaceId} />}
      </div>
    </Dialog>
  )
}

function useKeyProblem({ key, error }: KeyStatus): string {
  const isRejected = useKeysStore((state) => state.rejectedKeyIds.has(key.id))
  const sentences = [
    isRejected ? messages.SECRET_NO_LONGER_ACCEPTED : '',
    error ? failureMessage(error) : '',
  ]
  return sentences.filter(Boolean).join(' ')
}

function KeyActions({ storedKey, isReplacing }: { storedKey: StoredKey; isReplacing: boolean }) {
  const [mode, setMode] = useState<'view' | 'replace' | 'canceled'>(
    isReplacing ? 'replace' : 'view',
  )
  const replaceButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (mode === 'canceled') replaceButton.current?.focus()
  }, [mode])
  const remove = () => {
    closeDialog()
    void removeKeyWithUndo(storedKey.id, messages.keyRemoved(storedKey.name, storedKey.tail))
  }
  if (mode === 'replace') {
    return (
      <ReplaceSecretForm
        storedKey={storedKey}
        onDone={closeDialog}
        onCancel={() => setMode('canceled')}
      />
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button ref={replaceButton} onClick={() => setMode('replace')}>
        {REPLACE_THE_SECRET}
      </Button>
      <Button onClick={() => void remove()}>{REMOVE_KEY}</Button>
    </div>
  )
}

interface KeyFactsProps {
  storedKey: StoredKey
  credential: Credential | undefined
}

function KeyFacts({ storedKey, credential }: KeyFactsProps) {
  const { clientId, tail, isRemembered } = storedKey
  return (
    <DescriptionList>
      <Description term={CLIENT_ID}>
        <bdi>{clientId}</bdi>
      </Description>
      <Description term={SECRET}>{messages.secretEnding(tail)}</Description>
      <Description term={STORED}>
        {isRemembered ? messages.STORED_ENCRYPTED : messages.STORED_IN_TAB}
      </Description>
      {credential && <Scopes scopes={credential.scopes} />}
      {/* The spec doesn't describe its shape, so it is shown unchanged. [gap G15] */}
      {credential && credential.answering !== null && (
        <Description term={ANSWERING}>
          <code className="whitespace-pre-wrap text-xs">
            {JSON.stringify(credential.answering, null, 2)}
          </code>
        </Description>
      )}
    </DescriptionList>
  )
}

/** [gap G14] */
function Scopes({ scopes }: { scopes: readonly string[] }) {
  const isReadOnly = scopes.length === 1 && scopes[0] === 'read'
  return (
    <Description term={SCOPES}>
      <bdi>{scopes.join(', ') || messages.NONE_STATED}</bdi>
      {isReadOnly && <span className="block">{messages.ONLY_READ_SCOPE}</span>}
    </Description>
  )
}
