import { useMemo, useRef, useState } from 'react'
import type { Finding, FindingSubject } from '#contract/finding-collector.ts'
import { SCOPES, UNRECOGNIZED_DATA } from '#messages/common-messages.ts'
import * as messages from '#messages/diagnostics-messages.ts'
import {
  AS_JSON,
  COLORS,
  COPY_JSON,
  FIELDS,
  KINDS_OF_COLUMNS,
  SHAPES,
  UNKNOWN_PRIORITIES,
  UNKNOWN_ROLES,
} from '#messages/help-messages.ts'
import { closeDialog } from '#state/dialog-store.ts'
import { secretVault } from '#state/keys/secret-vault.ts'
import { useServiceNoticesStore } from '#state/service-notices-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field, TextArea } from '#ui/Field.tsx'

const HEADINGS: Readonly<Record<FindingSubject, string>> = {
  shape: SHAPES,
  role: UNKNOWN_ROLES,
  kind: KINDS_OF_COLUMNS,
  scope: SCOPES,
  priority: UNKNOWN_PRIORITIES,
  color: COLORS,
  field: FIELDS,
}

// Object.keys widens to string; the table above is the only source of its keys.
const SUBJECTS = Object.keys(HEADINGS) as FindingSubject[]

/**
 * Unrecognized data since the page was opened, with counts, to copy for whoever runs the service.
 */
export function UnrecognizedDialog() {
  const bySource = useServiceNoticesStore((state) => state.bySource)
  const findings = useMemo(
    () => mergeFindings(Object.values(bySource).flatMap((response) => response.findings)),
    [bySource],
  )
  return (
    <Dialog title={UNRECOGNIZED_DATA} onClose={closeDialog}>
      {findings.length === 0 ? (
        <p>{messages.NO_UNRECOGNIZED_DATA}</p>
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-ink-soft">{messages.UNRECOGNIZED_HINT}</p>
          {SUBJECTS.map((subject) => (
            <Subject
              key={subject}
              name={HEADINGS[subject]}
              findings={findings.filter((finding) => finding.subject === subject)}
            />
          ))}
          <CopyFindings findings={findings} />
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
            <span className="shrink-0 text-ink-soft text-xs">{messages.timesSeen(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** By a button or by hand: a page without https can't write to the clipboard. */
function CopyFindings({ findings }: { findings: readonly Finding[] }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [isCopied, setIsCopied] = useState<boolean>()
  const json = useMemo(() => {
    const text = JSON.stringify({ app: 'trunkline', findings }, null, 2)
    return secretVault.redact(text)
  }, [findings])
  const handleCopy = async () => {
    const hasCopied = await copyText(json)
    setIsCopied(hasCopied)
    if (!hasCopied) field.current?.select()
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label={AS_JSON}>
        <TextArea ref={field} readOnly rows={6} className="font-mono text-xs" value={json} />
      </Field>
      <p className="text-ink-soft text-xs">{messages.COPY_HINT}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => void handleCopy()}>{COPY_JSON}</Button>
        {isCopied !== undefined && (
          <span role="status">{isCopied ? messages.COPIED : messages.COPY_BY_HAND}</span>
        )}
      </div>
    </div>
  )
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The same finding on several boards, or with several keys, is one line. */
function mergeFindings(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>()
  for (const finding of findings) {
    const key = JSON.stringify([finding.subject, finding.where, finding.value])
    const existing = merged.get(key)
    const count = finding.count + (existing?.count ?? 0)
    merged.set(key, { ...finding, ...existing, count })
  }
  return [...merged.values()].sort((a, b) => b.count - a.count || a.value.localeCompare(b.value))
}
