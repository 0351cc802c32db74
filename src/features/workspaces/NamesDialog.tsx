import { type FormEvent, useState } from 'react'
import { CANCEL } from '#messages/common-messages.ts'
import { boardWithId, projectWithId } from '#messages/name-messages.ts'
import { NAMES_HINT, RENAME_ON_THIS_DEVICE, SAVE_NAMES } from '#messages/workspace-messages.ts'
import { useSession } from '#queries/access/board-access.ts'
import { closeDialog } from '#state/dialog-store.ts'
import {
  nameBoard,
  nameProject,
  projectKey,
  usePreferencesStore,
} from '#state/preferences-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field, TextInput } from '#ui/Field.tsx'

const MAX_NAME_LENGTH = 60

/**
 * Local names of the open board and its project. The API has none, so they exist only on this
 * device.
 */
export function NamesDialog() {
  const { workspaceId, projectId } = useSession()
  const { boardNames, projectNames } = usePreferencesStore.getState()
  const [boardName, setBoardName] = useState(boardNames[workspaceId] ?? '')
  const [projectName, setProjectName] = useState(
    projectId === undefined ? '' : (projectNames[projectKey(workspaceId, projectId)] ?? ''),
  )
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    nameBoard(workspaceId, boardName)
    if (projectId !== undefined) nameProject(workspaceId, projectId, projectName)
    closeDialog()
  }
  return (
    <Dialog title={RENAME_ON_THIS_DEVICE} onClose={closeDialog}>
      <form onSubmit={handleSubmit} className="flex flex-col gap-3">
        <p className="text-ink-soft">{NAMES_HINT}</p>
        <Field label={boardWithId(workspaceId)}>
          <TextInput
            autoComplete="off"
            maxLength={MAX_NAME_LENGTH}
            data-autofocus
            value={boardName}
            onChange={(event) => setBoardName(event.target.value)}
          />
        </Field>
        {projectId !== undefined && (
          <Field label={projectWithId(projectId)}>
            <TextInput
              autoComplete="off"
              maxLength={MAX_NAME_LENGTH}
              value={projectName}
              onChange={(event) => setProjectName(event.target.value)}
            />
          </Field>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={closeDialog}>{CANCEL}</Button>
          <Button kind="primary" isSubmit>
            {SAVE_NAMES}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
