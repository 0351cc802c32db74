import { type FormEvent, useId, useState } from 'react'
import { NAME } from '#messages/common-messages.ts'
import * as messages from '#messages/view-messages.ts'
import { DELETE } from '#messages/view-messages.ts'
import { useSession } from '#queries/access/board-access.ts'
import { closeDialog } from '#state/dialog-store.ts'
import {
  deleteView,
  MAX_VIEW_NAME_LENGTH,
  openView,
  type SavedView,
  saveView,
  setDefaultView,
  useSavedViews,
} from '#state/saved-views-store.ts'
import { showToast } from '#state/toast-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field, FormError, TextInput } from '#ui/Field.tsx'

/** Saves the filter and the arrangement of the screen under a name, and opens or deletes others. */
export function SavedViewsDialog() {
  const { workspaceId } = useSession()
  const views = useSavedViews(workspaceId)
  return (
    <Dialog title={messages.SAVED_VIEWS} onClose={closeDialog}>
      <div className="flex flex-col gap-4">
        <SaveForm workspaceId={workspaceId} views={views} />
        {views.length > 0 && (
          <ul className="flex flex-col gap-1" aria-label={messages.SAVED_VIEWS}>
            {views.map((view) => (
              <ViewRow key={view.name} view={view} workspaceId={workspaceId} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

interface SaveFormProps {
  workspaceId: string
  views: readonly SavedView[]
}

function SaveForm({ workspaceId, views }: SaveFormProps) {
  const [name, setName] = useState('')
  const [error, setError] = useState('')
  const errorId = useId()
  const isReplacing = views.some((view) => view.name === name.trim())
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return setError(messages.VIEW_NAME_REQUIRED)
    saveView(workspaceId, name)
    showToast(messages.viewSaved(name.trim()), 'success')
    closeDialog()
  }
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-3">
      <p className="text-ink-soft">{messages.SAVED_VIEWS_HINT}</p>
      <Field label={NAME}>
        <TextInput
          autoComplete="off"
          maxLength={MAX_VIEW_NAME_LENGTH}
          data-autofocus
          errorId={error ? errorId : undefined}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <FormError id={errorId}>{error}</FormError>
      <Button kind="primary" isSubmit className="self-end">
        {isReplacing ? messages.REPLACE_VIEW : messages.SAVE_VIEW}
      </Button>
    </form>
  )
}

interface ViewRowProps {
  workspaceId: string
  view: SavedView
}

function ViewRow({ workspaceId, view }: ViewRowProps) {
  const open = () => {
    closeDialog()
    openView(view)
  }
  return (
    <li className="flex items-center gap-2">
      <Button kind="quiet" className="min-w-0 flex-1 justify-start!" onClick={open}>
        <bdi className="truncate">{view.name}</bdi>
      </Button>
      <Button
        kind="quiet"
        aria-label={messages.defaultViewLabel(view.name)}
        aria-pressed={view.isDefault === true}
        className="aria-pressed:border-accent! aria-pressed:bg-accent-tint!"
        onClick={() => setDefaultView(workspaceId, view.name, !view.isDefault)}
      >
        {messages.DEFAULT_VIEW}
      </Button>
      <Button
        kind="quiet"
        aria-label={messages.deleteViewLabel(view.name)}
        onClick={() => deleteView(workspaceId, view.name)}
      >
        {DELETE}
      </Button>
    </li>
  )
}
