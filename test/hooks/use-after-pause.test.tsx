import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useAfterPause } from '#hooks/use-after-pause.ts'

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('a value is handled once it has stayed the same, and is ready', async () => {
  const handled: string[] = []
  const { rerender } = renderHook(
    ({ value, isReady }) => useAfterPause(value, () => void handled.push(value), isReady),
    { initialProps: { value: '', isReady: true } },
  )
  rerender({ value: 't', isReady: true })
  await delay(500)
  rerender({ value: 'to', isReady: false })
  await delay(5_000)
  expect(handled).toEqual([])
  rerender({ value: 'to', isReady: true })
  await delay(1_000)
  expect(handled).toEqual(['to'])
  rerender({ value: 'to', isReady: false })
  rerender({ value: 'to', isReady: true })
  await delay(1_000)
  expect(handled).toEqual(['to'])
})
