import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { LateCode, Later, useLoaded } from '#start/later.tsx'
import { setupUser } from '#test/support/page.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'

interface PartCode {
  Part: () => React.ReactNode
}

/**
 * In other component tests, the code that loads later is there from the start. Here, it comes, or
 * fails, when the test says so.
 */
function lateCode() {
  const attempts: { succeed: () => void; fail: () => void }[] = []
  const code = new LateCode(
    () =>
      new Promise<PartCode>((resolve, reject) => {
        const succeed = () => resolve({ Part: () => <p>The part</p> })
        attempts.push({ succeed, fail: () => reject(new TypeError('Injected fault')) })
      }),
  )
  const settle = (what: 'succeed' | 'fail') =>
    act(async () => {
      attempts.at(-1)?.[what]()
      await code.load()
    })
  return { attempts, code, settle }
}

function Dialog({ code }: { code: LateCode<PartCode> }) {
  return (
    <ErrorBoundary subject="dialog" onClose={() => undefined} isOverlay>
      <Later code={code}>{({ Part }) => <Part />}</Later>
    </ErrorBoundary>
  )
}

const isShown = () => screen.queryByText('The part') !== null

test('what needs late code is shown once it comes, and the code is loaded once', async () => {
  const { attempts, code, settle } = lateCode()
  const first = render(<Dialog code={code} />)
  expect([attempts.length, isShown()]).toEqual([1, false])
  await settle('succeed')
  expect(isShown()).toBe(true)
  first.unmount()
  render(<Dialog code={code} />)
  expect([attempts.length, isShown()]).toEqual([1, true])
})

test('code that can’t be loaded is loaded again on Retry', async () => {
  const { attempts, code, settle } = lateCode()
  render(<Dialog code={code} />)
  await settle('fail')
  await setupUser().click(screen.getByRole('button', { name: 'Retry' }))
  expect(attempts.length).toBe(2)
  await settle('fail')
  await setupUser().click(screen.getByRole('button', { name: 'Retry' }))
  await settle('succeed')
  expect(isShown()).toBe(true)
})

test('code that could not be loaded is loaded again when its part is opened again', async () => {
  const { code, settle } = lateCode()
  const first = render(<Dialog code={code} />)
  await settle('fail')
  first.unmount()
  render(<Dialog code={code} />)
  // The error of the first time is over.
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  await settle('succeed')
  expect(isShown()).toBe(true)
})

test('code that can wait loads when its time has come, or when something else needs it', async () => {
  const { attempts, code, settle } = lateCode()
  const startedAt = performance.now()
  render(
    <Later code={code} delayMs={1_000}>
      {({ Part }) => <Part />}
    </Later>,
  )
  expect(attempts.length).toBe(0)
  await waitFor(() => expect(attempts.length).toBe(1))
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_000)
  await settle('succeed')
  expect(isShown()).toBe(true)
  const other = lateCode()
  render(
    <Later code={other.code} delayMs={1_000}>
      {({ Part }) => <Part />}
    </Later>,
  )
  void other.code.load()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(other.attempts.length).toBe(1)
})

test('what only needs code once it is there loads nothing', async () => {
  const { attempts, code, settle } = lateCode()
  const Reader = () => (useLoaded(code) ? 'there' : 'not there')
  render(<Reader />)
  expect([attempts.length, document.body.textContent]).toEqual([0, 'not there'])
  void code.load()
  await settle('succeed')
  expect(document.body.textContent).toBe('there')
})
