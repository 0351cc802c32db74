import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitForPendingWrites } from '#queries/writes/wait-for-pending-writes.ts'

const KEY = ['move', 'board 12']

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Starts a write, and returns the function that ends it. */
function startWrite(queryClient: QueryClient, mutationKey: readonly unknown[] = KEY): () => void {
  let end: () => void = () => undefined
  const mutationFn = () =>
    new Promise<void>((resolve) => {
      end = resolve
    })
  const observer = new MutationObserver(queryClient, { mutationKey, mutationFn })
  void observer.mutate()
  return () => end()
}

/** Whether the wait is over after so many milliseconds. */
async function isOverAfter(wait: Promise<void>, ms: number): Promise<boolean> {
  let isOver = false
  void wait.then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(ms)
  return isOver
}

describe('the wait for other writes', () => {
  test('is over at once when there are none, or only writes with another key', async () => {
    const queryClient = new QueryClient()
    expect(await isOverAfter(waitForPendingWrites(queryClient, KEY), 0)).toBe(true)
    startWrite(queryClient, ['move', 'board 13'])
    await vi.advanceTimersByTimeAsync(0)
    expect(await isOverAfter(waitForPendingWrites(queryClient, KEY), 0)).toBe(true)
  })

  test('lasts until the last one has a response', async () => {
    const queryClient = new QueryClient()
    const ends = [startWrite(queryClient), startWrite(queryClient)]
    await vi.advanceTimersByTimeAsync(0)
    const wait = waitForPendingWrites(queryClient, KEY)
    expect(await isOverAfter(wait, 100)).toBe(false)
    ends[0]?.()
    expect(await isOverAfter(wait, 100)).toBe(false)
    ends[1]?.()
    expect(await isOverAfter(wait, 0)).toBe(true)
  })

  test('ends after a second, when one of them is slow', async () => {
    const queryClient = new QueryClient()
    startWrite(queryClient)
    await vi.advanceTimersByTimeAsync(0)
    const wait = waitForPendingWrites(queryClient, KEY)
    expect(await isOverAfter(wait, 990)).toBe(false)
    expect(await isOverAfter(wait, 20)).toBe(true)
  })
})
