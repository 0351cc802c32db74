import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'
import { LazyBoundary } from './LazyBoundary.tsx'

interface MenuTriggerProps extends Omit<ComponentProps<typeof Button>, 'ref' | 'onClick' | 'kind'> {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** What the menu is called when it can't be loaded, for example "filter". */
  subject: string
  /** Rendered while it is open, with what places and closes it. */
  menu: (place: MenuPlace) => ReactNode
}

interface MenuPlace {
  anchor: () => HTMLElement | null
  onClose: () => void
}

/** A button that opens a menu below it, and takes the focus when the menu closes. */
export function MenuTrigger({ isOpen, onOpenChange, subject, menu, ...button }: MenuTriggerProps) {
  const ref = useRef<HTMLButtonElement>(null)
  const close = () => {
    onOpenChange(false)
    ref.current?.focus()
  }
  return (
    <>
      <Button
        ref={ref}
        kind="quiet"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => onOpenChange(!isOpen)}
        {...button}
      />
      {isOpen && (
        <LazyBoundary subject={subject} onClose={close}>
          {menu({ anchor: () => ref.current, onClose: close })}
        </LazyBoundary>
      )}
    </>
  )
}
