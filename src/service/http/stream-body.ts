const SLICE_BYTES = 64 * 1024

/** A client that takes nothing for so long is gone. */
const MAX_STALL_MS = 20_000
/** For a response in all. */
const MAX_SENDING_MS = 120_000

export interface SendingLimits {
  stallMs?: number
  totalMs?: number
}

/**
 * Sends bytes, in one piece or in several, in slices of the same memory, as fast as the client
 * takes them: a slow client holds no copy. A client that stalls, or takes too long in all, is cut
 * off. Calls `onEnd` once, whatever happens.
 */
export function streamBody(
  body: Uint8Array | readonly Uint8Array[],
  onEnd: () => void,
  { stallMs = MAX_STALL_MS, totalMs = MAX_SENDING_MS }: SendingLimits = {},
): ReadableStream<Uint8Array> {
  const pieces = 'byteLength' in body ? [body] : body
  const parts = pieces.filter(({ byteLength }) => byteLength > 0)
  let sent = 0
  let stall: NodeJS.Timeout | undefined
  let total: NodeJS.Timeout | undefined
  let hasEnded = false
  const end = () => {
    clearTimeout(stall)
    clearTimeout(total)
    if (!hasEnded) onEnd()
    hasEnded = true
  }
  return new ReadableStream(
    {
      start: (controller) => {
        const cutOff = () => {
          controller.error(new Error('The client takes the response too slowly.'))
          end()
        }
        total = setTimeout(cutOff, totalMs).unref()
        stall = setTimeout(cutOff, stallMs).unref()
      },
      pull: (controller) => {
        stall?.refresh()
        const [bytes] = parts
        if (!bytes) {
          end()
          return controller.close()
        }
        controller.enqueue(bytes.subarray(sent, sent + SLICE_BYTES))
        sent += SLICE_BYTES
        if (sent < bytes.byteLength) return
        // What was sent is no longer held.
        parts.shift()
        sent = 0
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}
