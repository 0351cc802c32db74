declare global {
  var renderCounts: Record<string, number> | undefined
}

/**
 * Counts renders if `globalThis.renderCounts` was set before. Otherwise it costs one lookup, so
 * that tests and the benchmark can count in the build that people use.
 */
export function countRender(name: string): void {
  const counts = globalThis.renderCounts
  if (counts) counts[name] = (counts[name] ?? 0) + 1
}
