import { Ellipsis } from 'lucide'
import { useState } from 'react'
import { MORE } from '#messages/common-messages.ts'
import { MENU_PART } from '#messages/part-messages.ts'
import { answers, Later } from '#start/later.tsx'
import { Icon } from '#ui/Icon.tsx'
import { MenuTrigger } from '#ui/MenuTrigger.tsx'

export function MoreMenu() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <MenuTrigger
      aria-label={MORE}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      subject={MENU_PART}
      menu={(place) => (
        <Later code={answers}>{({ MoreMenuItems }) => <MoreMenuItems {...place} />}</Later>
      )}
    >
      <Icon icon={Ellipsis} className="size-4" />
    </MenuTrigger>
  )
}
