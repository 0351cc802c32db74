/** What a tooltip says about an element. */
export interface Tip {
  anchor: Element
  text: string
  /** A key that does the same. */
  shortcut: string | null
}

/** Controls and signs that have a name but show none. */
const NAMED = [
  'button[aria-label]',
  'button[data-tip]',
  'a[aria-label]',
  '[role="img"][aria-label]',
  'input[type="radio"][aria-label]',
].join()
/** Texts that are cut off when there is no room. */
const TEXTS = 'h1, h2, h3, bdi, .truncate'

/** The element that a tooltip for this one would be about. It asks the browser for no layout. */
export function tipAnchor(target: EventTarget | null): Element | undefined {
  if (!(target instanceof Element)) return undefined
  const named = target.closest(NAMED)
  // What it has opened says more.
  if (named?.getAttribute('aria-expanded') === 'true') return undefined
  return (named && nameOf(named) ? named : target.closest(TEXTS)) ?? undefined
}

/** Undefined when the element shows everything that there is to say. */
export function tipOf(anchor: Element): Tip | undefined {
  const name = anchor.matches(NAMED) ? nameOf(anchor) : null
  if (name) return { anchor, text: name, shortcut: anchor.getAttribute('aria-keyshortcuts') }
  return isCutOff(anchor) ? { anchor, text: anchor.textContent, shortcut: null } : undefined
}

function nameOf(named: Element): string | null {
  return named.getAttribute('aria-label') ?? named.getAttribute('data-tip')
}

/** One pixel is a matter of rounding. */
function isCutOff({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean {
  return clientWidth > 0 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
}
