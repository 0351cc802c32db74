/** The icons that styles.css draws as masks, so that an icon costs one element and follows the text's colour. */
export type IconName =
  | 'stop'
  | 'lock'
  | 'search'
  | 'refresh'
  | 'label'
  | 'close'
  | 'chevron'
  | 'check'
  | 'pencil'
  | 'trash'
  | 'more'
  | 'filter'

const CLASS: Readonly<Record<IconName, string>> = {
  stop: '[--icon:var(--icon-stop)]',
  lock: '[--icon:var(--icon-lock)]',
  search: '[--icon:var(--icon-search)]',
  refresh: '[--icon:var(--icon-refresh)]',
  label: '[--icon:var(--icon-label)]',
  close: '[--icon:var(--icon-close)]',
  chevron: '[--icon:var(--icon-chevron)]',
  check: '[--icon:var(--icon-check)]',
  pencil: '[--icon:var(--icon-pencil)]',
  trash: '[--icon:var(--icon-trash)]',
  more: '[--icon:var(--icon-more)]',
  filter: '[--icon:var(--icon-filter)]',
}

/** A decoration beside words; it has no meaning of its own. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return <span aria-hidden="true" className={`icon ${CLASS[name]} ${className}`} />
}
