import { type FormEvent, useState } from 'react'
import { type LocalName, useLocalNames } from '#features/shared/use-local-names.ts'
import { CANCEL } from '#messages/common-messages.ts'
import { NAMES_HINT, RENAME_ON_THIS_DEVICE, SAVE_NAMES } from '#messages/workspace-messages.ts'
import { useSession } from '#queries/access/board-access.ts'
import { closeDialog } from '#state/dialog-store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field, TextInput } from '#ui/Field.tsx'

const MAX_NAME_LENGTH = 60

/** Names of the open board and its project on this device, as far as the service has none. */
export function NamesDialog() {
  const fields = useLocalNames(useSession())
  const [texts, setTexts] = useState(() => fields.map(({ name }) => name))
  const changeText = (index: number, text: string) =>
    setTexts(texts.map((other, at) => (at === index ? text : other)))
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    for (const [index, { save }] of fields.entries()) save(texts[index] ?? '')
    closeDialog()
  }
  return (
    <Dialog title={RENAME_ON_THIS_DEVICE} onClose={closeDialog}>
      <form onSubmit={handleSubmit} className="flex flex-col gap-3">
        <p className="text-ink-soft">{NAMES_HINT}</p>
        {fields.map(({ label }: LocalName, index) => (
          <Field key={label} label={label}>
            <TextInput
              autoComplete="off"
              maxLength={MAX_NAME_LENGTH}
              data-autofocus={index === 0 ? true : undefined}
              value={texts[index] ?? ''}
              onChange={(event) => changeText(index, event.target.value)}
            />
          </Field>
        ))}
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
