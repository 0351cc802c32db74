/** A row of controls in the middle of the lower edge. */
export const BOTTOM_BAR = [
  'pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-x-2 gap-y-1',
  'rounded-lg border border-line bg-raised px-2 py-1.5 raised-shadow',
].join(' ')
