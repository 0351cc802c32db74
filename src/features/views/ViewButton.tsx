import { SlidersHorizontal } from 'lucide'
import { useState } from 'react'
import { VIEW } from '#messages/common-messages.ts'
import { VIEW_PART } from '#messages/part-messages.ts'
import { answers, Later } from '#start/later.tsx'
import { Icon } from '#ui/Icon.tsx'
import { MenuTrigger } from '#ui/MenuTrigger.tsx'

/** Opens what arranges the visible cards. */
export function ViewButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <MenuTrigger
      data-tip={VIEW}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      subject={VIEW_PART}
      menu={(place) => <Later code={answers}>{({ ViewMenu }) => <ViewMenu {...place} />}</Later>}
    >
      <Icon icon={SlidersHorizontal} className="size-4" />
      <span className="max-xl:sr-only">{VIEW}</span>
    </MenuTrigger>
  )
}
