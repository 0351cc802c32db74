import { type RefObject, useLayoutEffect, useState } from 'react'

/** How many of the children of an element are visible as a whole, from the first on. */
export function useFittingCount(
  ref: RefObject<HTMLElement | null>,
  /** Another value means that the children are other ones. */
  content: unknown,
): number {
  const [count, setCount] = useState(Number.POSITIVE_INFINITY)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other children have other heights
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setCount(fittingCount(element))
    measure()
    const observer = new ResizeObserver(measure)
    for (const box of [element, ...element.children]) observer.observe(box)
    return () => observer.disconnect()
  }, [ref, content])
  return count
}

/** A fraction of a pixel is no cut. */
const TOLERANCE_PX = 1

function fittingCount(element: HTMLElement): number {
  const { bottom } = element.getBoundingClientRect()
  const children = [...element.children]
  const isCut = (child: Element) => child.getBoundingClientRect().bottom > bottom + TOLERANCE_PX
  const firstCut = children.findIndex(isCut)
  return firstCut < 0 ? children.length : firstCut
}
