import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useFocusGuard } from '#ui/use-focus-guard.ts'

const isNothingComing = () => false

interface PageProps {
  hasButton: boolean
  hasGuard: boolean
}

function Guard() {
  useFocusGuard(isNothingComing)
  return null
}

function Page({ hasButton, hasGuard }: PageProps) {
  return (
    <main tabIndex={-1} data-focus-home>
      {hasButton && <button type="button">Got it</button>}
      {hasGuard && <Guard />}
    </main>
  )
}

describe('the focus of a button that goes away goes to the page', () => {
  test('when it had the focus before the guard was there', () => {
    const { rerender } = render(<Page hasButton hasGuard={false} />)
    act(() => screen.getByRole('button').focus())
    rerender(<Page hasButton hasGuard />)
    expect(document.activeElement).toBe(screen.getByRole('button'))
    rerender(<Page hasButton={false} hasGuard />)
    // jsdom doesn't report that the focused element is gone.
    fireEvent.keyDown(document.body, { key: 'Shift' })
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('when it was gone before the guard was there', () => {
    const { rerender } = render(<Page hasButton hasGuard={false} />)
    act(() => screen.getByRole('button').focus())
    rerender(<Page hasButton={false} hasGuard={false} />)
    expect(document.activeElement).toBe(document.body)
    rerender(<Page hasButton={false} hasGuard />)
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })
})
