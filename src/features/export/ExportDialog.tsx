import * as messages from '#messages/export-messages.ts'
import { EXPORT_TITLE } from '#messages/export-messages.ts'
import { BOARD_NOT_LOADED_YET, NO_VISIBLE_CARDS } from '#messages/label-messages.ts'
import { countCards } from '#model/board-lookup.ts'
import type { ArrangedBoard } from '#model/board-pipeline.ts'
import { isEmptyFilter } from '#model/card-filter.ts'
import { filterText } from '#model/filter-text.ts'
import { useBoardAccess } from '#queries/access/board-access.ts'
import {
  useArranged,
  useBoardView,
  useIsFilterApplied,
  useLabelIndex,
} from '#queries/board-view/use-board-view.tsx'
import { useBoardFreshness } from '#queries/feed/use-board.ts'
import { cardLink } from '#state/copy-link.ts'
import { closeDialog } from '#state/dialog-store.ts'
import { useBoardTitle } from '#state/names.ts'
import { showToast } from '#state/toast-store.ts'
import { useUrlFilter } from '#state/url.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { saveFile } from '#ui/save-file.ts'
import { type ExportedBoard, exportedCards, foldedCount } from './exported-board.ts'
import { type ExportFormat, writeExport } from './write-export.ts'

const FORMATS: readonly ExportFormat[] = ['csv', 'markdown', 'json']

/** Saves the visible cards to a file. Nothing is sent. */
export function ExportDialog() {
  const isApplied = useIsFilterApplied()
  const visible = useArranged()
  const arranged = isApplied ? visible : undefined
  const isFiltered = !isEmptyFilter(useUrlFilter())
  const read = useReadExport()
  const count = arranged ? countCards(arranged.board) : 0
  const save = (format: ExportFormat) => {
    const board = arranged && read(arranged)
    if (!board) return
    const { extension, type, text } = writeExport(board, format)
    const name = `${fileNameOf(board)}.${extension}`
    saveFile(name, type, text)
    closeDialog()
    showToast(messages.exported(count, name), 'success')
  }
  return (
    <Dialog title={EXPORT_TITLE} onClose={closeDialog}>
      <div className="flex flex-col gap-3">
        <p>
          {arranged ? exportText(count, isFiltered) : BOARD_NOT_LOADED_YET} {foldedText(arranged)}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          {FORMATS.map((format, index) => (
            <Button
              key={format}
              data-autofocus={index === 0 ? '' : undefined}
              disabledBy={count === 0}
              onClick={() => save(format)}
            >
              {messages.FORMATS[format]}
            </Button>
          ))}
        </div>
      </div>
    </Dialog>
  )
}

function exportText(count: number, isFiltered: boolean): string {
  return count === 0 ? NO_VISIBLE_CARDS : messages.exportQuestion(count, isFiltered)
}

/** Empty when no card is folded. */
function foldedText(arranged: ArrangedBoard | undefined): string {
  const count = arranged ? foldedCount(arranged) : 0
  return count > 0 ? messages.withoutOlderCards(count) : ''
}

/** Reads what is exported of a board; undefined until it's loaded. */
function useReadExport(): (arranged: ArrangedBoard) => ExportedBoard | undefined {
  const { session } = useBoardAccess()
  const view = useBoardView()
  const labels = useLabelIndex()
  const filter = useUrlFilter()
  const title = useBoardTitle(session.workspaceId)
  const { loadedAt } = useBoardFreshness(session)
  return (arranged) => {
    if (!view || loadedAt === undefined) return undefined
    const { movingCardIds, labelingCardIds } = view
    const linkOf = (cardNumber: number) => cardLink(session, cardNumber)
    return {
      board: title,
      loadedAt: new Date(loadedAt).toISOString(),
      filter: isEmptyFilter(filter)
        ? foldedText(arranged)
        : filterText(filter, [...labels.byId.values()]),
      cards: exportedCards(arranged, { labels, movingCardIds, labelingCardIds, linkOf }),
    }
  }
}

/** A board's name can have characters that a file's can't. */
function fileNameOf({ board, loadedAt }: ExportedBoard): string {
  const name = board.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return `${name || 'board'}-${loadedAt.slice(0, 10)}`
}
