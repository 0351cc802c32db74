import { type FormEvent, useState } from 'react'
import type { Failure } from '#queries/failure.ts'
import { useSettingsStore } from '#state/settings-store.ts'
import { Button } from '#ui/Button.tsx'

interface ProjectChoiceProps {
  /** The service's answer, which may name the projects. */
  error: Failure
  workspaceId: string
  /** The project that was asked for, when that is what failed. */
  asked: string | undefined
  onChoose: (projectId: string) => void
}

/** A board with several projects wants one named (spec 4.2). The ids come from the answer, from memory, or are typed. [gap G12] */
export function ProjectChoice({ error, workspaceId, asked, onChoose }: ProjectChoiceProps) {
  const [typed, setTyped] = useState(asked ?? '')
  const last = useSettingsStore((state) => state.lastProject[workspaceId])
  const known = [...new Set([...(last ? [last] : []), ...error.projectIds])].filter((id) => id !== asked)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim()) onChoose(typed.trim())
  }
  return (
    <div className="flex h-full overflow-y-auto p-6">
      <form
        onSubmit={handleSubmit}
        className="m-auto flex w-full max-w-md flex-col gap-3 rounded-xl border border-line bg-surface p-5"
      >
        <h2 className="font-semibold text-base">Choose a project</h2>
        <p className="text-ink-soft">
          {asked ? `Project ${asked} could not be opened. ` : ''}The service says: <bdi>{error.message}</bdi>
        </p>
        {known.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {known.map((id) => (
              <li key={id}>
                <Button onClick={() => onChoose(id)}>Project {id}</Button>
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
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <Button kind="primary" submit>
          Open project
        </Button>
      </form>
    </div>
  )
}
