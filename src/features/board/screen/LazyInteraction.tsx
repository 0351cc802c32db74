import { useBackgroundPart } from '#ui/use-background-part.ts'
import * as parts from '../background-parts.ts'
import type { InteractionProps } from '../Interaction.tsx'
import { useCardLinks } from '../keys/use-card-links.ts'
import { useEarlyEvents } from '../keys/use-early-events.ts'

/**
 * All that answers a person on the board. It loads when the page is idle or at the first press,
 * which then still becomes a drag.
 */
export function LazyInteraction(props: Omit<InteractionProps, 'early'>) {
  const [Interaction, load] = useBackgroundPart(parts.Interaction)
  const early = useEarlyEvents(props.boardRef, Interaction !== undefined, load)
  useCardLinks(props.boardRef)
  return Interaction ? <Interaction {...props} early={early} /> : null
}
