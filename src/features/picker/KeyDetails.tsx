import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Credential } from '#contract/credential.ts'
import { cleanSecret } from '#model/clean-secret.ts'
import { ROLE_FOR, type Verdict, verdict, verdictForCardLabels, verdictForMove } from '#model/permissions.ts'
import { readingNote } from '#model/reading-note.ts'
import { useBoardView } from '#queries/board-view.ts'
import { type KeyStanding, useReplaceSecret } from '#queries/credentials.ts'
import { keyFailureWords } from '#queries/failure.ts'
import type { BoardSession } from '#queries/session.ts'
import { type HeldKey, useKeysStore } from '#state/keys-store.ts'
import { useNotUnderstoodStore } from '#state/not-understood-store.ts'
import { say } from '#state/notice-store.ts'
import { boardTitle, useSettingsStore } from '#state/settings-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { SecretField } from '#ui/SecretField.tsx'

interface KeyDetailsProps {
  standing: KeyStanding
  /** The board on the screen: what the key could do there is told. */
  session: BoardSession | undefined
  /** Opens with the field for a new secret. */
  wantsSecret: boolean
  onRemove: () => void
  /** Shows what the service sent that this app has no meaning for. */
  onNotUnderstood: () => void
  onClose: () => void
}

/** What the service says of a key, what the key can do on the board in sight, and the change of its secret. */
export function KeyDetails(props: KeyDetailsProps) {
  const { standing, session, wantsSecret, onRemove, onNotUnderstood, onClose } = props
  const { key, credential, error } = standing
  const [replacing, setReplacing] = useState(wantsSecret)
  const replace = useRef<HTMLButtonElement>(null)
  const [cancelled, setCancelled] = useState(false)
  useEffect(() => {
    if (cancelled) replace.current?.focus()
  }, [cancelled])
  const cancel = () => {
    setReplacing(false)
    setCancelled(true)
  }
  const refused = useKeysStore((state) => state.refused.has(key.id))
  const role = credential?.boards.find((entry) => entry.workspaceId === session?.workspaceId)?.role
  return (
    <Dialog title={`Key ${key.name}`} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {(refused || error) && (
          <p role="alert" className="rounded-lg bg-danger-tint px-3 py-2">
            {refused ? 'The service no longer accepts this key’s secret. ' : ''}
            {error?.message}
          </p>
        )}
        {replacing ? (
          <ReplaceSecret held={key} onDone={onClose} onCancel={cancel} />
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button
              ref={replace}
              onClick={() => {
                setReplacing(true)
                setCancelled(false)
              }}
            >
              Replace the secret
            </Button>
            <Button onClick={onRemove}>Remove key</Button>
          </div>
        )}
        <Facts held={key} credential={credential} />
        <NotUnderstoodOf keyId={key.id} onShow={onNotUnderstood} />
        {credential && <Boards credential={credential} />}
        {session && role !== undefined && <Abilities session={session} role={role} />}
      </div>
    </Dialog>
  )
}

function Facts({ held, credential }: { held: HeldKey; credential: Credential | undefined }) {
  const scopes = credential?.scopes ?? []
  const onlyRead = scopes.length === 1 && scopes[0] === 'read'
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
      <Fact name="Client id">{held.clientId}</Fact>
      <Fact name="Secret">ends in …{held.tail}</Fact>
      <Fact name="Kept">{held.remembered ? 'encrypted on this device' : 'in this tab, until it closes'}</Fact>
      {credential && (
        <Fact name="Scopes">
          {scopes.join(', ') || 'none stated'}
          {/* [gap G14] */}
          {onlyRead && <span className="block">This key lists only read; changes may be refused.</span>}
        </Fact>
      )}
      {/* Its shape is not in the interface, so it is shown as it came. [gap G15] */}
      {credential && credential.answering !== null && (
        <Fact name="answering">
          <code className="whitespace-pre-wrap text-xs">{JSON.stringify(credential.answering, null, 2)}</code>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0">
        <bdi>{children}</bdi>
      </dd>
    </>
  )
}

function NotUnderstoodOf({ keyId, onShow }: { keyId: string; onShow: () => void }) {
  const bySource = useNotUnderstoodStore((state) => state.bySource)
  const mine = Object.values(bySource).filter((one) => one.keyId === keyId)
  const count = mine.reduce((total, one) => total + one.findings.length, 0)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 flex-1">
        {count === 0
          ? 'Everything that came with this key so far was understood.'
          : `${count} ${count === 1 ? 'thing' : 'things'} that came with this key ${count === 1 ? 'was' : 'were'} not understood.`}
      </span>
      {count > 0 && <Button onClick={onShow}>Not understood</Button>}
    </div>
  )
}

function Boards({ credential }: { credential: Credential }) {
  const settings = useSettingsStore()
  return (
    <section aria-label="Boards">
      <h3 className="mb-1 font-semibold">Boards</h3>
      <p className="mb-1 text-warning empty:hidden">
        {readingNote('board of this key', 'boards of this key', {
          unreadable: credential.unreadable,
          incomplete: false,
        })}
      </p>
      <ul className="flex flex-col gap-1">
        {credential.boards.map(({ workspaceId, organizationId, role }) => (
          <li key={workspaceId}>
            <bdi>{boardTitle(settings, workspaceId)}</bdi>: {role || 'role not stated'}{' '}
            <span className="text-ink-soft text-xs">
              (workspace {workspaceId}, organization {organizationId || 'not stated'})
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Per column and per kind of change: yes, no, or cannot tell, in the words of the board itself. */
function Abilities({ session, role }: { session: BoardSession; role: string }) {
  const view = useBoardView(session)
  const settings = useSettingsStore()
  const lines: [key: string, what: string, verdict: Verdict][] = [
    ...(view?.board.columns ?? []).map((column): [string, string, Verdict] => [
      `column ${column.key}`,
      `Move cards into ${column.name}`,
      verdictForMove(role, column),
    ]),
    ['card labels', 'Change a card’s labels', verdictForCardLabels(role)],
    ['write labels', 'Create and change labels', verdict(role, ROLE_FOR.writeLabel)],
    ['delete labels', 'Delete labels', verdict(role, ROLE_FOR.deleteLabel)],
  ]
  const words = { yes: 'yes', no: 'no', 'cannot-tell': 'cannot tell' } as const
  return (
    <section aria-label="What this key can do here">
      <h3 className="mb-1 font-semibold">
        What it can do on <bdi>{boardTitle(settings, session.workspaceId)}</bdi>
      </h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {lines.map(([key, what, { answer }]) => (
          <div key={key} className="contents">
            <dt>
              <bdi>{what}</bdi>
            </dt>
            <dd data-answer={answer} className="data-[answer=no]:text-ink-soft data-[answer=yes]:text-accent">
              {words[answer]}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function ReplaceSecret({ held, onDone, onCancel }: { held: HeldKey; onDone: () => void; onCancel: () => void }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const replace = useReplaceSecret(held)
  const errorId = useId()
  const failure = problem ?? (replace.error ? keyFailureWords(replace.error) : undefined)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (replace.isPending) return
    const cleaned = cleanSecret(typed)
    if ('problem' in cleaned) return setProblem(cleaned.problem)
    setProblem(undefined)
    replace.mutate(cleaned.secret, {
      onSuccess: (outcome) => {
        if (outcome.at === 'foreign') {
          return setProblem(
            `This secret belongs to another key, ${outcome.name}. Add it as a key of its own, or paste one of ${held.name}.`,
          )
        }
        say(`Key ${held.name} has a new secret.`, 'good')
        onDone()
      },
    })
  }
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-3">
      <SecretField
        label="New secret"
        showLabel="Show secret"
        value={typed}
        onChange={setTyped}
        errorId={failure ? errorId : undefined}
      />
      {failure && (
        <p id={errorId} role="alert" className="text-danger">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" submit>
          {replace.isPending ? 'Checking the secret…' : 'Replace'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
