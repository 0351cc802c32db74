import { Ellipsis } from 'lucide'
import { useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { LazyBoundary } from '#ui/LazyBoundary.tsx'
import { MoreMenuItems } from '../lazy-parts.ts'

export function MoreMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        kind="quiet"
        aria-label="More"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon icon={Ellipsis} className="size-4" />
      </Button>
      {isOpen && (
        <LazyBoundary subject="menu" onClose={close}>
          <MoreMenuItems anchor={() => button.current} onClose={close} />
        </LazyBoundary>
      )}
    </>
  )
}
