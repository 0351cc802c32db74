import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Keycap } from './Keycap.tsx'
import { placeBeside } from './place-popover.ts'
import { type Tip, tipAnchor, tipOf } from './tip.ts'

const DELAY_MS = 500
/** From one control to the next, there is no need to wait again. */
const WARM_MS = 400

const TOOLTIP = [
  'inset-auto m-0 max-w-80 rounded-md border border-line bg-raised px-2 py-1 text-ink text-xs',
  'raised-shadow wrap-anywhere pointer-events-none print:hidden',
].join(' ')

interface TooltipsProps {
  /** Nothing is shown then, as during a drag. */
  isQuiet: () => boolean
}

/**
 * The page's only tooltip: for controls with nothing but an icon, for avatars, and for texts that
 * are cut off. It says nothing that a screen reader doesn't have anyway. Escape hides it.
 */
export function Tooltips({ isQuiet }: TooltipsProps) {
  const tooltip = useRef<HTMLDivElement>(null)
  const [tip, setTip] = useState<Tip>()
  useEffect(() => watchTips(setTip, isQuiet), [isQuiet])
  useLayoutEffect(() => {
    const element = tooltip.current
    if (!element || !tip) return
    element.showPopover()
    placeBeside(element, tip.anchor)
    return () => element.hidePopover()
  }, [tip])
  return (
    <div ref={tooltip} role="tooltip" popover="manual" className={TOOLTIP}>
      <bdi>{tip?.text}</bdi>
      {tip?.shortcut && <Keycap keys={tip.shortcut} className="ms-2" />}
    </div>
  )
}

/** Calls `onTip` for the control under the mouse or with the focus. Returns what ends it. */
function watchTips(onTip: (tip: Tip | undefined) => void, isQuiet: () => boolean): () => void {
  const watch = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let anchor: Element | undefined
  let lastShownAt = Number.NEGATIVE_INFINITY
  const hide = () => {
    clearTimeout(timer)
    if (anchor) lastShownAt = performance.now()
    anchor = undefined
    onTip(undefined)
  }
  const show = (next: Element) => {
    const tip = next.isConnected && !isQuiet() ? tipOf(next) : undefined
    if (!tip) return
    anchor = next
    onTip(tip)
  }
  const consider = (target: EventTarget | null) => {
    if (isQuiet()) return hide()
    const next = tipAnchor(target)
    if (next && next === anchor) return
    hide()
    if (!next) return
    const isWarm = performance.now() - lastShownAt < WARM_MS
    timer = setTimeout(() => show(next), isWarm ? 0 : DELAY_MS)
  }
  const listen = <Type extends keyof DocumentEventMap>(
    type: Type,
    handle: (event: DocumentEventMap[Type]) => void,
  ) => document.addEventListener(type, handle, { signal: watch.signal, capture: true })
  listen('pointerover', ({ target, pointerType }) => pointerType === 'mouse' && consider(target))
  listen('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) consider(target)
  })
  listen('focusout', hide)
  listen('pointerdown', hide)
  listen('scroll', hide)
  listen('keydown', ({ key }) => key === 'Escape' && hide())
  document.documentElement.addEventListener('pointerleave', hide, { signal: watch.signal })
  return () => {
    watch.abort()
    clearTimeout(timer)
  }
}
