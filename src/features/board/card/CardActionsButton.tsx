const BUTTON = [
  'absolute top-1 right-1 grid size-7 place-items-center rounded-md text-ink-soft',
  'hover:bg-sunken hover:text-ink pointer-coarse:top-0 pointer-coarse:right-0 pointer-coarse:size-11',
  'before:size-4 before:bg-current before:[mask:var(--icon-dots)_center/contain_no-repeat]',
  'print:hidden',
].join(' ')

/**
 * Opens the menu of a card. The board handles the click. Its icon is a mask: an element per card
 * would be too many.
 */
export function CardActionsButton({ cardName }: { cardName: string }) {
  return (
    <button
      type="button"
      data-card-actions
      className={BUTTON}
      tabIndex={-1}
      aria-label={`Actions for ${cardName}`}
      aria-haspopup="menu"
    />
  )
}
