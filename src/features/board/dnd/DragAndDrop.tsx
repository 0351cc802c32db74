import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import { useBackgroundComponent } from '#hooks/use-background-component.ts'
import { useBoardUiStore } from '#state/board-ui-store.ts'
import type { DragHandlers, DragLayerHandle } from './drag-handlers.ts'
import { type Press, pressOf, watchPressEnd, watchRefusedDrag } from './press.ts'

interface DragAndDropProps {
  boardRef: RefObject<HTMLElement | null>
  board: Board
  handlers: DragHandlers
}

/**
 * Drag and drop beside the board: it listens for presses on cards at once, and loads the rest when
 * the page is idle or at the first press, which then still becomes a drag.
 */
export function DragAndDrop({ boardRef, board, handlers }: DragAndDropProps) {
  const [Layer, load] = useBackgroundComponent(loadDragLayer)
  const layer = useRef<DragLayerHandle>(null)
  const waiting = useRef<Press>(undefined)

  const handlePress = useEffectEvent((event: MouseEvent | TouchEvent) => {
    const press = pressOf(event)
    const isDragging = useBoardUiStore.getState().draggedCard !== null
    if (!press || isDragging) return
    if (handlers.pickUpReason(press.cardId) !== undefined) {
      watchRefusedDrag(press, () => handlers.onPickUpRefused(press.cardId))
      return
    }
    if (layer.current) return layer.current.start(press)
    waiting.current = press
    watchPressEnd(() => {
      waiting.current = undefined
    })
    load()
  })
  useEffect(() => {
    const board = boardRef.current
    const handle = (event: MouseEvent | TouchEvent) => handlePress(event)
    board?.addEventListener('mousedown', handle)
    board?.addEventListener('touchstart', handle, { passive: true })
    return () => {
      board?.removeEventListener('mousedown', handle)
      board?.removeEventListener('touchstart', handle)
    }
  }, [boardRef])
  useEffect(() => {
    if (Layer && waiting.current) layer.current?.start(waiting.current)
  }, [Layer])
  if (!Layer) return null
  return <Layer ref={layer} boardRef={boardRef} board={board} handlers={handlers} />
}

async function loadDragLayer() {
  const { DragLayer } = await import('./DragLayer.tsx')
  return DragLayer
}
