import { Ellipsis } from 'lucide'
import { useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { MenuTrigger } from '#ui/MenuTrigger.tsx'
import { MoreMenuItems } from '../lazy-parts.ts'

export function MoreMenu() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <MenuTrigger
      aria-label="More"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      subject="menu"
      menu={(place) => <MoreMenuItems {...place} />}
    >
      <Icon icon={Ellipsis} className="size-4" />
    </MenuTrigger>
  )
}
