import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAfterPause } from '#hooks/use-after-pause.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a value is handled once it has stayed the same, and is ready', () => {
  const handled: string[] = []
  const { rerender } = renderHook(
    ({ value, isReady }) => useAfterPause(value, () => void handled.push(value), isReady),
    { initialProps: { value: '', isReady: true } },
  )
  rerender({ value: 't', isReady: true })
  vi.advanceTimersByTime(500)
  rerender({ value: 'to', isReady: false })
  vi.advanceTimersByTime(5_000)
  expect(handled).toEqual([])
  rerender({ value: 'to', isReady: true })
  vi.advanceTimersByTime(1_000)
  expect(handled).toEqual(['to'])
  rerender({ value: 'to', isReady: false })
  rerender({ value: 'to', isReady: true })
  vi.advanceTimersByTime(1_000)
  expect(handled).toEqual(['to'])
})
