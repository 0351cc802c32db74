import { Ellipsis } from 'lucide'
import { useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import { MoreMenuItems } from '../lazy-parts.ts'

export function MoreMenu() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <MenuButton
      aria-label="More"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      subject="menu"
      menu={(place) => <MoreMenuItems {...place} />}
    >
      <Icon icon={Ellipsis} className="size-4" />
    </MenuButton>
  )
}
