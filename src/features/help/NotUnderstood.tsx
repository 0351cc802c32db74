import { useMemo, useRef, useState } from 'react'
import type { Finding, FindingSubject } from '#contract/inspect.ts'
import { useNotUnderstoodStore } from '#state/not-understood-store.ts'
import { withoutSecrets } from '#state/secret-vault.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'

const HEADINGS: Readonly<Record<FindingSubject, string>> = {
  shape: 'Shapes',
  role: 'Roles',
  kind: 'Kinds of column',
  scope: 'Scopes',
  priority: 'Priorities',
  color: 'Colors',
  field: 'Fields',
}

// Object.keys widens to string; the table above is the only source of its keys.
const SUBJECTS = Object.keys(HEADINGS) as FindingSubject[]

/** What the service sent in this session that this app has no meaning for, with counts, to be copied for whoever runs it. */
export function NotUnderstood({ onClose }: { onClose: () => void }) {
  const bySource = useNotUnderstoodStore((state) => state.bySource)
  const findings = useMemo(() => merged(Object.values(bySource).flatMap((one) => one.findings)), [bySource])
  return (
    <Dialog title="Not understood" onClose={onClose}>
      {findings.length === 0 ? (
        <p>Everything that the service sent since this page was opened was understood.</p>
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-ink-soft">
            The service sent this since the page was opened, and this app has no meaning for it. Words are shown as they
            came, fields are left aside, and what could not be read is counted and never written over. Whoever runs the
            service, or works on this app, can use the list.
          </p>
          {SUBJECTS.map((subject) => (
            <Subject
              key={subject}
              name={HEADINGS[subject]}
              findings={findings.filter((one) => one.subject === subject)}
            />
          ))}
          <Copying findings={findings} />
        </div>
      )}
    </Dialog>
  )
}

function Subject({ name, findings }: { name: string; findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  return (
    <section aria-label={name}>
      <h3 className="mb-1 font-semibold">{name}</h3>
      <ul className="flex flex-col gap-1">
        {findings.map(({ where, value, count }) => (
          <li key={`${where} ${value}`} className="flex items-baseline gap-3">
            <span className="min-w-0 flex-1">
              <bdi>{value.trim() === '' ? JSON.stringify(value) : value}</bdi>{' '}
              <span className="text-ink-soft text-xs">{where}</span>
            </span>
            <span className="shrink-0 text-ink-soft text-xs">{count === 1 ? 'once' : `${count} times`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The list as JSON, by a button or by hand: a page that is not served securely may not write to the clipboard. */
function Copying({ findings }: { findings: readonly Finding[] }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [copied, setCopied] = useState<boolean>()
  const json = useMemo(() => withoutSecrets(JSON.stringify({ app: 'trunkline', findings }, null, 2)), [findings])
  const handleCopy = async () => {
    const done = await navigator.clipboard?.writeText(json).then(
      () => true,
      () => false,
    )
    setCopied(done ?? false)
    if (!done) field.current?.select()
  }
  return (
    <div className="flex flex-col gap-2">
      <label className="flex flex-col gap-1 font-medium">
        As JSON
        <textarea ref={field} readOnly rows={6} className="field font-mono font-normal text-xs" value={json} />
      </label>
      <p className="text-ink-soft text-xs">
        It holds pieces of what the service sent, but none of your keys. Read it before you pass it on.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => void handleCopy()}>Copy JSON</Button>
        {copied !== undefined && (
          <span role="status">
            {copied ? 'Copied.' : 'This browser does not let the page copy. The text is selected: copy it by hand.'}
          </span>
        )}
      </div>
    </div>
  )
}

/** The same thing met on several boards, or with several keys, is one line. */
function merged(findings: readonly Finding[]): Finding[] {
  const lines = new Map<string, Finding>()
  for (const one of findings) {
    const key = JSON.stringify([one.subject, one.where, one.value])
    const known = lines.get(key)
    lines.set(key, known ? { ...known, count: known.count + one.count } : one)
  }
  return [...lines.values()].sort((a, b) => b.count - a.count || a.value.localeCompare(b.value))
}
