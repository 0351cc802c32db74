import { SlidersHorizontal } from 'lucide'
import { useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { MenuTrigger } from '#ui/MenuTrigger.tsx'
import { ViewMenu } from './lazy-parts.ts'

/** Opens what arranges the visible cards. */
export function ViewButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <MenuTrigger
      data-tip="View"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      subject="view"
      menu={(place) => <ViewMenu {...place} />}
    >
      <Icon icon={SlidersHorizontal} className="size-4" />
      <span className="max-lg:sr-only">View</span>
    </MenuTrigger>
  )
}
