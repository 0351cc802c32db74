import type { ComponentProps } from 'react'

/** Text fields, selects, and text areas. */
export const INPUT =
  'min-h-9 w-full rounded-md border border-line-strong bg-surface px-2.5 py-1.5 font-normal text-ink aria-invalid:border-danger pointer-coarse:min-h-11 pointer-coarse:text-base'

/** The only field of the first screen with a board, and therefore apart from the others. */
export function SearchInput({ className = '', ...props }: ComponentProps<'input'>) {
  return <input {...props} type="search" className={`${INPUT} search-field ps-7.5! ${className}`} />
}
