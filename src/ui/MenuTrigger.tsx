import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

interface MenuContent {
  /** What the menu is called when it can't be loaded, for example "filter". */
  subject: string
  /** Rendered while it is open, with what places and closes it. */
  menu: (place: MenuPlace) => ReactNode
}

type ButtonProps = Omit<ComponentProps<typeof Button>, 'ref' | 'onClick' | 'kind'>

interface MenuTriggerProps extends ButtonProps, MenuContent {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

interface MenuPlace {
  anchor: () => HTMLElement | null
  onClose: () => void
}

/** A button that opens a menu below it. A key can open it, too, from anywhere on the page. */
export function MenuTrigger({ isOpen, onOpenChange, subject, menu, ...button }: MenuTriggerProps) {
  const ref = useRef<HTMLButtonElement>(null)
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
        <OpenMenu
          subject={subject}
          anchor={() => ref.current}
          onClose={() => onOpenChange(false)}
          menu={menu}
        />
      )}
    </>
  )
}

/** Gives the focus back to what had it, or else to the button. */
function OpenMenu({ subject, anchor, onClose, menu }: MenuPlace & MenuContent) {
  const [opener] = useState(() => document.activeElement)
  const close = () => {
    onClose()
    const canFocus = opener instanceof HTMLElement && opener !== document.body
    const target = canFocus && opener.isConnected ? opener : anchor()
    target?.focus()
  }
  return (
    <ErrorBoundary subject={subject} onClose={close} isOverlay>
      {menu({ anchor, onClose: close })}
    </ErrorBoundary>
  )
}
