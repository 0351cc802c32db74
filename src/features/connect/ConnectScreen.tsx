import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { cleanSecret } from '#model/clean-secret.ts'
import { useConnectKey } from '#queries/credentials.ts'
import { keyFailureWords } from '#queries/failure.ts'
import type { HeldKey } from '#state/keys-store.ts'
import { Button } from '#ui/Button.tsx'
import { SecretField } from '#ui/SecretField.tsx'

interface ConnectScreenProps {
  /** A key that came with a sign-in link: it is used only when the person says so. */
  offered: string | undefined
  onConnected: (key: HeldKey) => void
  /** Leaves without connecting, when there is somewhere to go. */
  onCancel: (() => void) | undefined
}

/** Where a key is given: typed, pasted, or brought by a sign-in link. */
export function ConnectScreen({ offered, onConnected, onCancel }: ConnectScreenProps) {
  const [useOffered, setUseOffered] = useState(offered !== undefined)
  return (
    <main className="grid h-full place-items-center overflow-y-auto p-4">
      <div className="w-full max-w-md">
        <div className="mb-4 flex items-center gap-2.5">
          <img src="/favicon.svg" alt="" className="size-8" />
          <span className="font-semibold text-lg">Trunkline</span>
        </div>
        <div className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-5">
          <div>
            <h1 className="font-semibold text-lg">Connect to a board</h1>
            <p className="mt-1 text-ink-soft">
              {useOffered
                ? 'This link brought an API key. It has been taken out of the address bar.'
                : 'An API key opens the boards it reaches, with the role it has on each. Keys are made where the board service is run; who runs it can give you one.'}
            </p>
          </div>
          {useOffered && offered !== undefined ? (
            <ConnectForm secret={offered} onConnected={onConnected}>
              <Button onClick={() => setUseOffered(false)}>Use another key</Button>
            </ConnectForm>
          ) : (
            <ConnectForm onConnected={onConnected}>
              {onCancel && <Button onClick={onCancel}>Cancel</Button>}
            </ConnectForm>
          )}
        </div>
      </div>
    </main>
  )
}

interface ConnectFormProps {
  /** Given: the key is not typed. */
  secret?: string
  onConnected: (key: HeldKey) => void
  children: ReactNode
}

function ConnectForm({ secret, onConnected, children }: ConnectFormProps) {
  const [typed, setTyped] = useState('')
  const [remember, setRemember] = useState(false)
  const [problem, setProblem] = useState<string>()
  const connect = useConnectKey()
  const [errorId, rememberId] = [useId(), useId()]
  const failure = problem ?? (connect.error ? keyFailureWords(connect.error) : undefined)

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (connect.isPending) return
    const cleaned = cleanSecret(secret ?? typed)
    if ('problem' in cleaned) return setProblem(cleaned.problem)
    setProblem(undefined)
    connect.mutate(
      { secret: cleaned.secret, remember },
      {
        onSuccess: ({ key, name }) => {
          if (key) onConnected(key)
          else setProblem(`The service knows this key as ${name}, but it reaches no board. Ask whoever made it.`)
        },
      },
    )
  }

  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-4">
      {secret === undefined ? (
        <SecretField
          label="API key"
          showLabel="Show key"
          value={typed}
          onChange={setTyped}
          errorId={failure ? errorId : undefined}
        />
      ) : (
        <p className="rounded-lg bg-sunken px-3 py-2 font-mono">key ending in …{secret.slice(-4)}</p>
      )}
      <div>
        <label className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={remember}
            aria-describedby={rememberId}
            onChange={() => setRemember(!remember)}
          />
          Remember on this device
        </label>
        <p id={rememberId} className="mt-1 pl-6 text-ink-soft text-xs">
          Off: the key is gone when this tab closes. On: it is stored encrypted in this browser. That keeps it out of
          backups and copied files; it does not protect it from people who can use this browser.
        </p>
      </div>
      {failure && (
        <p id={errorId} role="alert" className="rounded-lg bg-danger-tint px-3 py-2">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" submit>
          {connect.isPending ? 'Checking the key…' : 'Connect'}
        </Button>
        {children}
      </div>
    </form>
  )
}
