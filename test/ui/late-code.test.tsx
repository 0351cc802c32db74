import { render, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { setupUser } from '#test/support/page.tsx'
import { LazyBoundary } from '#ui/LazyBoundary.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useBackgroundPart } from '#ui/use-background-part.ts'

/**
 * In other component tests, the code that loads later is there from the start. Here, it comes, or
 * fails, when the test says so.
 */
function lateCode() {
  const loads: { succeed: () => void; fail: () => void }[] = []
  const load = () =>
    new Promise<ComponentType>((resolve, reject) => {
      const fail = () => reject(new TypeError('Injected fault'))
      loads.push({ succeed: () => resolve(Part), fail })
    })
  return { loads, part: lazyComponent(load) }
}

const Part = () => <p>The part</p>
const isShown = () => screen.queryByText('The part') !== null

test('a lazy component is shown once its code comes, which is loaded once', async () => {
  const { loads, part: LatePart } = lateCode()
  render(
    <LazyBoundary subject="dialog" onClose={() => undefined}>
      <LatePart />
    </LazyBoundary>,
  )
  await waitFor(() => expect(loads).toHaveLength(1))
  expect(isShown()).toBe(false)
  loads[0]?.succeed()
  await screen.findByText('The part')
  expect(loads).toHaveLength(1)
})

test('a lazy component whose code can’t be loaded is loaded again on Retry', async () => {
  const { loads, part: LatePart } = lateCode()
  render(
    <LazyBoundary subject="dialog" onClose={() => undefined}>
      <LatePart />
    </LazyBoundary>,
  )
  await waitFor(() => expect(loads).toHaveLength(1))
  loads[0]?.fail()
  await setupUser().click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(loads).toHaveLength(2))
  loads[1]?.succeed()
  await screen.findByText('The part')
})

test('a part in the background is loaded again until it succeeds', async () => {
  const { loads, part } = lateCode()
  function Page() {
    const [Loaded] = useBackgroundPart(part)
    return <main>{Loaded && <Loaded />}</main>
  }
  render(<Page />)
  await waitFor(() => expect(loads).toHaveLength(1))
  loads[0]?.fail()
  await waitFor(() => expect(loads).toHaveLength(2))
  expect(isShown()).toBe(false)
  loads[1]?.succeed()
  await screen.findByText('The part')
})
