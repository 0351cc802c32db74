import { type RefObject, useEffect, useRef } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { useEffectEvent } from '#hooks/use-effect-event.ts'
import type { HeldPress } from '../keys/use-held-press.ts'
import { DragLayer } from './DragLayer.tsx'
import type { DragHandlers, DragLayerHandle } from './drag-handlers.ts'
import { pressOf, watchRefusedDrag } from './press.ts'

interface DragAndDropProps {
  boardRef: RefObject<HTMLElement | null>
  board: Board
  handlers: DragHandlers
  /** A press from before this component was there. */
  held: HeldPress
}

/** Listens for presses on cards, and hands those that can become a drag to the drag layer. */
export function DragAndDrop({ boardRef, board, handlers, held }: DragAndDropProps) {
  const layer = useRef<DragLayerHandle>(null)
  const handlePress = useEffectEvent((event: MouseEvent | TouchEvent) => {
    layer.current?.finishDrop()
    const press = pressOf(event)
    if (!press) return
    if (handlers.pickUpReason(press.cardId) === undefined) return layer.current?.start(press)
    watchRefusedDrag(press, () => handlers.onPickUpRefused(press.cardId))
  })
  useEffect(() => {
    const board = boardRef.current
    const handle = (event: MouseEvent | TouchEvent) => handlePress(event)
    board?.addEventListener('mousedown', handle)
    board?.addEventListener('touchstart', handle, { passive: true })
    if (held.current) handlePress(held.current)
    return () => {
      board?.removeEventListener('mousedown', handle)
      board?.removeEventListener('touchstart', handle)
    }
  }, [boardRef, held, handlePress])
  return <DragLayer ref={layer} boardRef={boardRef} board={board} handlers={handlers} />
}
