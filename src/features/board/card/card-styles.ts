/** A card on the board and under the pointer. */
export const CARD = [
  'flex flex-col gap-1 rounded-lg border border-line bg-surface px-2.5 pt-2 pb-[0.5625rem]',
  'cursor-grab select-none [-webkit-touch-callout:none]',
  'hover:border-line-strong motion-safe:hover:fade-colors',
  'focus-visible:-outline-offset-1 aria-disabled:cursor-default data-blocked:blocked-colors',
  'aria-[current]:border-accent aria-[current]:outline-1 aria-[current]:outline-accent data-pending:border-accent data-pending:border-dashed',
  'data-dragged:border-line-strong data-dragged:border-dashed data-dragged:bg-transparent',
  'data-dragged:*:invisible print:break-inside-avoid',
].join(' ')
