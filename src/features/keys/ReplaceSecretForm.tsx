import { type FormEvent, useId, useState } from 'react'
import { CANCEL } from '#messages/common-messages.ts'
import * as messages from '#messages/key-messages.ts'
import { NEW_SECRET, REPLACE, SHOW_SECRET } from '#messages/key-messages.ts'
import { parseApiKey } from '#model/api-key.ts'
import { keyErrorMessage } from '#queries/credentials/check-secret.ts'
import { type ReplaceOutcome, useReplaceSecret } from '#queries/credentials/replace-secret.ts'
import type { StoredKey } from '#state/keys/stored-keys.ts'
import { showToast } from '#state/toast-store.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/Field.tsx'
import { SecretField } from '#ui/SecretField.tsx'

interface ReplaceSecretFormProps {
  storedKey: StoredKey
  onDone: () => void
  onCancel: () => void
}

export function ReplaceSecretForm({ storedKey, onDone, onCancel }: ReplaceSecretFormProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const errorId = useId()
  const handleOutcome = (outcome: ReplaceOutcome) => {
    if (outcome.type === 'other-key') {
      return setProblem(messages.secretOfOtherKey(outcome.name, storedKey.name))
    }
    showToast(messages.secretReplaced(storedKey.name), 'success')
  }
  const replace = useReplaceSecret(storedKey, handleOutcome)
  const serviceError = replace.error ? keyErrorMessage(replace.error) : undefined
  const error = problem ?? serviceError

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (replace.isPending) return
    const parsed = parseApiKey(typed)
    if (parsed.type === 'invalid') return setProblem(parsed.message)
    setProblem(undefined)
    // Once this form is closed, another dialog may be open: then the outcome closes nothing.
    replace.mutate(parsed.secret, {
      onSuccess: (outcome) => outcome.type === 'replaced' && onDone(),
    })
  }
  return (
    <form
      onSubmit={handleSubmit}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-3"
    >
      <SecretField
        label={NEW_SECRET}
        showLabel={SHOW_SECRET}
        value={typed}
        onChange={setTyped}
        errorId={error ? errorId : undefined}
      />
      <FormError id={errorId}>{error}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" isSubmit>
          {replace.isPending ? messages.CHECKING_SECRET : REPLACE}
        </Button>
        <Button onClick={onCancel}>{CANCEL}</Button>
      </div>
    </form>
  )
}
