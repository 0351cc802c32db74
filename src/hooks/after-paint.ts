/** Runs `act` once the next frame is on the screen. Returns the function that cancels it. */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Ends once the next frame is on the screen, or after this time when nothing is drawn. */
export function nextPaint(maxMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxMs)
    afterPaint(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
