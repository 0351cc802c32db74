import { type FormEvent, useEffect, useId, useState } from 'react'
import { useProjectlessBoard } from '#queries/board.ts'
import type { Failure } from '#queries/failure.ts'
import type { BoardSession } from '#queries/session.ts'
import { projectTitle, useSettingsStore } from '#state/settings-store.ts'
import { Button } from '#ui/Button.tsx'

interface ProjectChoiceProps {
  session: BoardSession
  /** The service's answer, which may name the projects. */
  error: Failure
  /** Undefined: the board without a project. */
  onChoose: (projectId: string | undefined) => void
}

/**
 * A board with several projects wants one named (spec 4.2). The ids come from memory, from the answer, from cards seen,
 * or are typed. When a named project failed, the board is tried without one too, and both answers are shown. [gap G12]
 */
export function ProjectChoice({ session, error, onChoose }: ProjectChoiceProps) {
  const { workspaceId, projectId: asked } = session
  const [typed, setTyped] = useState(asked ?? '')
  const [problem, setProblem] = useState('')
  const problemId = useId()
  const settings = useSettingsStore()
  const without = useProjectlessBoard(session)
  const last = settings.lastProject[workspaceId]
  const named = [...error.projectIds, ...(without.error?.projectIds ?? [])]
  const seen = settings.seenProjects[workspaceId] ?? []
  const known = [...new Set([...(last ? [last] : []), ...named, ...seen])].filter((id) => id !== asked)
  const ask = asked === undefined ? error : without.error
  // A board that needs no project is at hand: what was typed, or linked to, must not stand in its way unseen.
  const needsNone = without.isSuccess
  useEffect(() => setTyped(asked ?? ''), [asked])

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim()) onChoose(typed.trim())
    else setProblem('Type the id of a project.')
  }
  return (
    <div className="flex h-full overflow-y-auto p-6">
      <form
        onSubmit={handleSubmit}
        className="m-auto flex w-full max-w-md flex-col gap-3 rounded-xl border border-line bg-surface p-5"
      >
        <h2 className="font-semibold text-base">Choose a project</h2>
        {asked !== undefined && (
          <p role="alert">
            <bdi>{projectTitle(settings, workspaceId, asked)}</bdi> could not be opened.{' '}
            <ServiceWords words={error.message} />
          </p>
        )}
        {needsNone ? (
          <p>This board opens without a project.</p>
        ) : (
          <p>
            This board holds several projects and shows one at a time. {ask && <ServiceWords words={ask.message} />}
          </p>
        )}
        {needsNone && <Button onClick={() => onChoose(undefined)}>Open the board</Button>}
        {known.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {known.map((id) => (
              <li key={id}>
                <Button onClick={() => onChoose(id)}>
                  <bdi>{projectTitle(settings, workspaceId, id)}</bdi>
                </Button>
              </li>
            ))}
          </ul>
        )}
        <label className="flex flex-col gap-1 font-medium">
          Project id
          <input
            className="field font-normal"
            inputMode="numeric"
            value={typed}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? problemId : undefined}
            onChange={(event) => {
              setTyped(event.target.value)
              setProblem('')
            }}
          />
        </label>
        {problem && (
          <p id={problemId} role="alert" className="text-danger">
            {problem}
          </p>
        )}
        <Button kind="primary" submit>
          Open project
        </Button>
      </form>
    </div>
  )
}

function ServiceWords({ words }: { words: string }) {
  return (
    <span className="text-ink-soft">
      The service says: <bdi>{words}</bdi>
    </span>
  )
}
