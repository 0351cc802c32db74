import { actionsFor } from '#messages/board-messages.ts'

const BUTTON = [
  '-my-1 -me-1.5 ms-auto grid size-7 flex-none place-items-center rounded-md',
  'hover:bg-hover hover:text-ink',
  'pointer-coarse:-mt-3.5 pointer-coarse:-me-2.5 pointer-coarse:-mb-2.5 pointer-coarse:size-11 pointer-coarse:relative pointer-coarse:z-1',
  'before:h-1 before:w-4',
  'before:bg-[radial-gradient(circle,currentColor_0.085rem,transparent_0.11rem)]',
  'before:bg-size-[33.3%_100%] print:hidden',
].join(' ')

/**
 * Opens the menu of a card. The board handles the click. Its icon is a gradient: an element or a
 * mask per card would be too many. It is in the flow for the same reason.
 */
export function CardActionsButton({ cardName }: { cardName: string }) {
  return (
    <button
      type="button"
      data-card-actions
      className={BUTTON}
      tabIndex={-1}
      aria-label={actionsFor(cardName)}
      aria-haspopup="menu"
    />
  )
}
