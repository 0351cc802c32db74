import { ChevronRight } from 'lucide'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

/** What a person has to choose one of, in place of the page. */
export function ChoiceList({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line rounded-lg border border-line">{children}</ul>
}

interface ChoiceProps {
  name: string
  /** A quieter text under the name. */
  detail?: string
  onChoose: () => void
}

export function Choice({ name, detail, onChoose }: ChoiceProps) {
  return (
    <li>
      <Button
        kind="quiet"
        className="w-full justify-start whitespace-normal! px-3! py-2! text-start"
        onClick={onChoose}
      >
        <span className="min-w-0 flex-1">
          <bdi>{name}</bdi>
          {detail && <span className="block font-normal text-ink-soft text-xs">{detail}</span>}
        </span>
        <Icon icon={ChevronRight} className="size-4 shrink-0 text-ink-soft" />
      </Button>
    </li>
  )
}
