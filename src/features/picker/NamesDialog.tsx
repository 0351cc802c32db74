import { type FormEvent, useState } from 'react'
import type { BoardSession } from '#queries/session.ts'
import { nameBoard, nameProject, projectKey, useSettingsStore } from '#state/settings-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'

/** Names for the board in sight and its project. The wire has none, so they live on this device alone. */
export function NamesDialog({ session, onClose }: { session: BoardSession; onClose: () => void }) {
  const { workspaceId, projectId } = session
  const settings = useSettingsStore()
  const [board, setBoard] = useState(settings.boardNames[workspaceId] ?? '')
  const [project, setProject] = useState(
    projectId === undefined ? '' : (settings.projectNames[projectKey(workspaceId, projectId)] ?? ''),
  )
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    nameBoard(workspaceId, board)
    if (projectId !== undefined) nameProject(workspaceId, projectId, project)
    onClose()
  }
  return (
    <Dialog title="Names on this device" onClose={onClose}>
      <form onSubmit={handleSubmit} className="flex flex-col gap-3">
        <p className="text-ink-soft">
          The service knows boards and projects by number. A name you give here is kept in this browser and shown
          instead; nobody else sees it. Leave it empty to go back to the number.
        </p>
        <NameField label={`Board ${workspaceId}`} value={board} onChange={setBoard} autoFocus />
        {projectId !== undefined && (
          <NameField label={`Project ${projectId}`} value={project} onChange={setProject} autoFocus={false} />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" submit>
            Save names
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface NameFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  autoFocus: boolean
}

function NameField({ label, value, onChange, autoFocus }: NameFieldProps) {
  return (
    <label className="flex flex-col gap-1 font-medium">
      {label}
      <input
        className="field font-normal"
        autoComplete="off"
        maxLength={60}
        data-autofocus={autoFocus ? '' : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
