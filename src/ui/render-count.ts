declare global {
  var renderCounts: Record<string, number> | undefined
}

/**
 * Counts a render when somebody measures, that is when `globalThis.renderCounts` was set before; else it costs one
 * look-up. So tests and the bench count in the very build that people run.
 */
export function countRender(what: string): void {
  const counts = globalThis.renderCounts
  if (counts) counts[what] = (counts[what] ?? 0) + 1
}
