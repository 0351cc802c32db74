import { useEffect, useMemo, useRef, useState } from 'react'
import type { Board } from '#contract/readers/read-board.ts'
import type { Card } from '#contract/readers/read-card.ts'
import { whenIdle } from '#hooks/schedule.ts'
import { usePaintedValue } from '#hooks/use-painted-value.ts'
import { isDefaultArrangement } from '#model/arrangement.ts'
import type { ArrangedBoard, BoardPipeline, createBoardPipeline } from '#model/board-pipeline.ts'
import { type CardFilter, isEmptyFilter } from '#model/card-filter.ts'
import type { LabelIndex } from '#model/label-lookup.ts'
import { useUrlArrangement, useUrlFilter } from '#state/url.ts'
import { loadBoardPipeline } from './lazy-parts.ts'

/**
 * The board with only the cards that match the filter, arranged as the URL says. Until the code for
 * it is there, a board that was visible stays as it is, and no other one is visible.
 */
export function useArrangedBoard(
  board: Board | undefined,
  labels: LabelIndex,
): ArrangedBoard | undefined {
  // The field shows a key press at once, and the columns follow.
  const filter = usePaintedValue(useUrlFilter())
  const arrangement = usePaintedValue(useUrlArrangement())
  const isPlain = isEmptyFilter(filter) && isDefaultArrangement(arrangement)
  const create = usePipelineCode(!isPlain)
  const shown = useRef<BoardPipeline>(undefined)
  const pipeline = useMemo(
    () => create?.({ filter, arrangement, labels }, shown.current),
    [create, filter, arrangement, labels],
  )
  useEffect(() => {
    shown.current = pipeline
  }, [pipeline])
  const [wasVisible, setWasVisible] = useState(false)
  const plainFilter = isPlain ? filter : undefined
  const plain = useMemo(() => board && asItIs(board, plainFilter), [board, plainFilter])
  const arranged = useMemo(() => board && pipeline?.apply(board), [board, pipeline])
  const mayBePlain = isPlain || wasVisible
  const withoutPipeline = mayBePlain ? plain : undefined
  const visible = pipeline ? arranged : withoutPipeline
  if (visible && !wasVisible) setWasVisible(true)
  return visible
}

function asItIs(board: Board, filter: CardFilter | undefined): ArrangedBoard {
  const all = { filter, layout: 'board', board, inOrder: board } as const
  return { ...all, lanes: undefined, hiddenLaneCount: 0, displayed: itself }
}

function itself(card: Card): Card {
  return card
}

type CreatePipeline = typeof createBoardPipeline

/** After a load that failed. */
const RETRY_MS = 5_000
/** A page that is never idle loads it after this time. */
const MAX_IDLE_WAIT_MS = 1_000

/** Loads at once when it is needed, and otherwise when nothing else happens. */
function usePipelineCode(isNeeded: boolean): CreatePipeline | undefined {
  const [code, setCode] = useState<{ create: CreatePipeline }>()
  const isLoaded = code !== undefined
  useEffect(() => {
    if (isLoaded) return
    let isOver = false
    let cancel: () => void = () => undefined
    const retry = () => {
      const timer = setTimeout(load, RETRY_MS)
      cancel = () => clearTimeout(timer)
    }
    const load = () => {
      loadBoardPipeline().then(
        ({ createBoardPipeline }) => isOver || setCode({ create: createBoardPipeline }),
        () => isOver || retry(),
      )
    }
    if (isNeeded) load()
    else cancel = whenIdle(load, MAX_IDLE_WAIT_MS)
    return () => {
      isOver = true
      cancel()
    }
  }, [isNeeded, isLoaded])
  return code?.create
}
