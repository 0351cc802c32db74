import { type FormEvent, useEffect, useId, useState } from 'react'
import type { BoardEntry } from '#contract/readers/read-credential.ts'
import { CANCEL, USE_ANOTHER_KEY } from '#messages/common-messages.ts'
import * as messages from '#messages/key-messages.ts'
import { API_KEY, CONNECT, REMEMBER_ON_THIS_DEVICE, SHOW_KEY } from '#messages/key-messages.ts'
import { boardWithId } from '#messages/name-messages.ts'
import { parseApiKey } from '#model/api-key.ts'
import { keyErrorMessage } from '#queries/credentials/check-secret.ts'
import { type ConnectOutcome, useConnectKey } from '#queries/credentials/connect-key.ts'
import { useOfferedCredential } from '#queries/credentials/use-offered-credential.ts'
import { useOpenConnectedKey } from '#queries/credentials/use-open-connected-key.ts'
import { isStorageAvailable } from '#state/storage.ts'
import { showToast } from '#state/toast-store.ts'
import { useUrl } from '#state/url.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox, FormError } from '#ui/Field.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SecretField } from '#ui/SecretField.tsx'

interface ConnectScreenProps {
  /** A key from a sign-in link. It is used only when the person confirms it. */
  offeredKey: string | undefined
  onConnected: () => void
  /** Undefined when there is nothing to go back to. */
  onCancel: (() => void) | undefined
}

/** Where a person enters a key, or confirms one from a sign-in link. */
export function ConnectScreen({ offeredKey, onConnected, onCancel }: ConnectScreenProps) {
  const [isOfferUsed, setIsOfferUsed] = useState(offeredKey !== undefined)
  useEffect(() => {
    document.title = `${messages.CONNECT_TITLE} · Trunkline`
  }, [])
  return (
    <main className="grid h-full place-items-center overflow-y-auto p-4">
      <div className="w-full max-w-md">
        <div className="mb-4 flex items-center gap-2.5">
          <img src="/favicon.svg" alt="" className="size-8" />
          <span className="font-semibold text-lg">Trunkline</span>
        </div>
        <Panel>
          <h1 className="font-semibold text-lg">{messages.CONNECT_TITLE}</h1>
          <p className="-mt-2 mb-1 text-ink-soft">
            {isOfferUsed ? messages.SIGN_IN_LINK_HINT : messages.CONNECT_HINT}
          </p>
          {!isOfferUsed && onCancel === undefined && <SituationHint />}
          {isOfferUsed && offeredKey !== undefined ? (
            <ConnectForm
              key="offered"
              secret={offeredKey}
              onConnected={onConnected}
              cancelLabel={USE_ANOTHER_KEY}
              onCancel={() => setIsOfferUsed(false)}
            />
          ) : (
            <ConnectForm
              key="typed"
              onConnected={onConnected}
              cancelLabel={CANCEL}
              onCancel={onCancel}
            />
          )}
        </Panel>
        <p className="mt-3 text-center text-ink-soft text-xs">
          {messages.serviceAt(window.location.host)}
        </p>
      </div>
    </main>
  )
}

/** Why a person may be here without expecting it. */
function SituationHint() {
  const { workspaceId } = useUrl()
  const isDemoLikely = ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname)
  if (typeof workspaceId === 'string') {
    return <p className="text-ink-soft">{messages.KEY_IN_OTHER_TAB}</p>
  }
  return isDemoLikely ? <p className="text-ink-soft">{messages.DEMO_HINT}</p> : null
}

/** "member on Web, viewer on Apps" */
function rolesText(boards: readonly BoardEntry[]): string {
  const roles = boards.map(({ workspaceId, name = boardWithId(workspaceId), role }) =>
    messages.offeredRole(name, role),
  )
  return roles.join(', ')
}

interface ConnectFormProps {
  /** From a sign-in link; otherwise the person enters it. */
  secret?: string
  onConnected: () => void
  cancelLabel: string
  /** Undefined when there is nothing to go back to. */
  onCancel: (() => void) | undefined
}

function ConnectForm({ secret, onConnected, cancelLabel, onCancel }: ConnectFormProps) {
  const [typed, setTyped] = useState('')
  const [remember, setRemember] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [canStore] = useState(() => isStorageAvailable('tab'))
  const openConnectedKey = useOpenConnectedKey()
  const offered = useOfferedCredential(secret)
  const [errorId, hintId] = [useId(), useId()]
  const handleOutcome = (outcome: ConnectOutcome) => {
    if (outcome.type === 'canceled') return
    if (outcome.type === 'no-boards') return setProblem(messages.keyWithoutBoards(outcome.name))
    const { key, isStorageMissing } = outcome
    if (isStorageMissing) showToast(messages.couldNotRemember(key.name), 'error')
    openConnectedKey(key)
    onConnected()
  }
  const connect = useConnectKey(handleOutcome)
  const serviceError = connect.error ? keyErrorMessage(connect.error) : undefined
  const error = problem ?? serviceError

  const handleCancel = () => {
    connect.cancel()
    onCancel?.()
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (connect.isPending) return
    const parsed = parseApiKey(secret ?? typed)
    if (parsed.type === 'invalid') return setProblem(parsed.message)
    setProblem(undefined)
    connect.mutate({ secret: parsed.secret, remember })
  }

  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-4">
      {secret === undefined ? (
        <SecretField
          label={API_KEY}
          showLabel={SHOW_KEY}
          value={typed}
          onChange={setTyped}
          errorId={error ? errorId : undefined}
        />
      ) : (
        // Its place is there before the answer: nothing below moves under the pointer.
        <div className="h-24 rounded-lg bg-sunken px-3 py-2">
          <p className="font-mono">{messages.keyEnding(secret.slice(-4))}</p>
          {offered && (
            <>
              <p className="truncate font-semibold" dir="auto">
                {offered.name}
              </p>
              <p className="line-clamp-2" dir="auto" title={rolesText(offered.boards)}>
                {rolesText(offered.boards)}
              </p>
            </>
          )}
        </div>
      )}
      <div>
        <Checkbox
          label={REMEMBER_ON_THIS_DEVICE}
          checked={remember}
          aria-describedby={hintId}
          onChange={() => setRemember(!remember)}
        />
        <p id={hintId} className="mt-1 ps-6 text-ink-soft text-xs">
          {messages.REMEMBER_HINT}
        </p>
        {!canStore && !remember && (
          <p className="mt-1 ps-6 text-warning text-xs">{messages.KEY_NOT_KEPT}</p>
        )}
      </div>
      <FormError id={errorId}>{error}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" isSubmit autoFocus={secret !== undefined}>
          {connect.isPending ? messages.CHECKING_KEY : CONNECT}
        </Button>
        {onCancel && <Button onClick={handleCancel}>{cancelLabel}</Button>}
      </div>
    </form>
  )
}
