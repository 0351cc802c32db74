import type { Ref } from 'react'
import type { Label } from '#contract/readers/read-label.ts'
import { CREATING } from '#messages/panel-messages.ts'
import { useSession } from '#queries/access/board-access.ts'
import { useCreateLabel } from '#queries/labels/label-mutations.ts'
import { labelWriteError } from '#queries/labels/label-write-error.ts'
import { useLabels } from '#queries/labels/labels-query.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/Field.tsx'

interface CreateLabelButtonProps {
  ref: Ref<HTMLButtonElement>
  name: string
  /** Names what else it does with the label. */
  text: string
  onCreated: (label: Label) => void
}

/** Creates the label that a person has searched for in vain. */
export function CreateLabelButton({ ref, name, text, onCreated }: CreateLabelButtonProps) {
  const session = useSession()
  const createLabel = useCreateLabel(session)
  const { refetch } = useLabels(session)
  const create = async () => {
    if (createLabel.isPending) return
    const outcome = await createLabel.mutateAsync({ name })
    if (outcome.type !== 'applied') return
    const { data } = await refetch()
    const created = data?.labels.find((label) => label.name === name)
    if (created) onCreated(created)
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <Button
        ref={ref}
        className="max-w-full whitespace-normal! text-start"
        onClick={() => void create()}
      >
        {createLabel.isPending ? CREATING : text}
      </Button>
      <FormError>{labelWriteError(createLabel.data)}</FormError>
    </div>
  )
}
