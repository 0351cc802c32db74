import { useId } from 'react'
import { BOARD_LABELS, RETRY } from '#messages/common-messages.ts'
import * as messages from '#messages/label-messages.ts'
import { CREATE_LABEL, SAVE_LABEL } from '#messages/label-messages.ts'
import { LABELS } from '#messages/list-messages.ts'
import { couldNotLoadLabels, LABEL_ENTRIES, missingEntries } from '#messages/warning-messages.ts'
import { errorMessage } from '#model/failure-message.ts'
import { ROLE_FOR } from '#model/permissions.ts'
import { closeDialog } from '#state/dialog-store.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { VirtualList } from '#ui/VirtualList.tsx'
import { DeleteLabelDialog } from './DeleteLabelDialog.tsx'
import { LabelForm } from './LabelForm.tsx'
import { LabelRow } from './LabelRow.tsx'
import { LabelToolbar } from './LabelToolbar.tsx'
import { MergeLabelDialog } from './MergeLabelDialog.tsx'
import { SwitchKeyOffer } from './SwitchKeyOffer.tsx'
import { useLabelManager } from './use-label-manager.ts'

const ROWS = { keyOf: (label: { id: string }) => label.id, estimateHeight: () => 41, gap: 0 }

/**
 * All labels of the board, how many cards have each, and forms to create, change, merge, and delete
 * them.
 */
export function LabelManager() {
  const manager = useLabelManager()
  const { labels, visibleLabels, editingIds, focus, news } = manager
  const [editReasonId, deleteReasonId] = [useId(), useId()]
  const { mayEdit, mayDelete } = manager
  const editDisabledBy = mayEdit.type === 'no' ? editReasonId : undefined
  const deleteDisabledBy = mayDelete.type === 'no' ? deleteReasonId : undefined
  const requiredRole = mayEdit.type === 'no' ? ROLE_FOR.writeLabel : ROLE_FOR.deleteLabel
  const isGuarded = manager.isCreating || editingIds.size > 0
  return (
    <Dialog title={LABELS} onClose={closeDialog} isGuarded={isGuarded}>
      <div className="flex h-[min(38rem,72dvh)] flex-col gap-3">
        <LabelToolbar manager={manager} disabledBy={editDisabledBy} />
        {mayEdit.type !== 'yes' && (
          <p id={editReasonId} className="text-ink-soft text-xs">
            {messages.mayNotEdit(mayEdit.reason)}
          </p>
        )}
        {mayDelete.type !== 'yes' && (
          <p id={deleteReasonId} className="text-ink-soft text-xs">
            {messages.mayNotDelete(mayDelete.reason)}
          </p>
        )}
        <SwitchKeyOffer requiredRole={requiredRole} />
        {manager.isCreating && (
          <LabelForm
            submitLabel={CREATE_LABEL}
            onSubmit={manager.create}
            onClose={manager.closeNewForm}
          />
        )}
        <LoadState manager={manager} />
        <VirtualList
          items={visibleLabels}
          // What a person has entered in a form must stay, and a marked label is scrolled to.
          keptIndexes={visibleLabels.flatMap((label, index) =>
            editingIds.has(label.id) || label.name === news?.name ? [index] : [],
          )}
          rows={ROWS}
          label={BOARD_LABELS}
          className="min-h-32 flex-1 overflow-y-auto overscroll-contain scrollbar-thin outline-none [scrollbar-gutter:stable]"
          belowRows={
            labels.data &&
            visibleLabels.length === 0 && (
              <p className="text-ink-soft">
                {manager.filter ? messages.noMatchingLabel(manager.filter) : messages.NO_LABELS}
              </p>
            )
          }
        >
          {(label) =>
            editingIds.has(label.id) ? (
              <div className="py-1">
                <LabelForm
                  submitLabel={SAVE_LABEL}
                  label={label}
                  onSubmit={(draft, opened) => manager.save(label, opened ?? label, draft)}
                  onMerge={(targetId) => manager.ask({ type: 'merge', label, targetId })}
                  onClose={() => manager.closeForm(label.id)}
                />
              </div>
            ) : (
              <LabelRow
                label={label}
                isNew={label.name === news?.name}
                editRef={focus.refFor(label.id)}
                editDisabledBy={editDisabledBy}
                deleteDisabledBy={deleteDisabledBy}
                onEdit={manager.edit}
                onDelete={manager.askDelete}
              />
            )
          }
        </VirtualList>
        {/* Empty at first, so that nothing moves. It is also announced. */}
        <p className="min-h-4.5 text-ink-soft text-xs">
          <bdi>{news?.text}</bdi>
        </p>
      </div>
      <Question manager={manager} />
    </Dialog>
  )
}

interface ManagerProps {
  manager: ReturnType<typeof useLabelManager>
}

function LoadState({ manager: { labels, error, retry } }: ManagerProps) {
  const missing = labels.data && missingEntries(LABEL_ENTRIES, labels.data)
  return (
    <>
      {labels.isPending && !error && <p role="status">{messages.LOADING_LABELS}</p>}
      {error && (
        <Banner tone="error" placement="inset" actions={<Button onClick={retry}>{RETRY}</Button>}>
          {couldNotLoadLabels(errorMessage(error))}
        </Banner>
      )}
      {missing && <p className="text-warning">{missing}</p>}
    </>
  )
}

function Question({ manager: { question, report, closeQuestion } }: ManagerProps) {
  if (!question) return null
  const { label } = question
  const onDone = (text: string) => report({ text })
  return question.type === 'delete' ? (
    <DeleteLabelDialog label={label} onDone={onDone} onClose={closeQuestion} />
  ) : (
    <MergeLabelDialog
      label={label}
      targetId={question.targetId}
      onDone={onDone}
      onClose={closeQuestion}
    />
  )
}
