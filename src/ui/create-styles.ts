import { useInsertionEffect } from 'react'

/**
 * A hook that adds the styles of a part with the part, and not with its code: each added sheet makes
 * the browser compute the styles of the whole page again. The Content-Security-Policy has no say in
 * a style sheet that a script constructs.
 */
export function createStyles(css: string): (isNeeded?: boolean) => void {
  let isAdded = false
  const add = () => {
    if (isAdded || !document.adoptedStyleSheets) return
    isAdded = true
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }
  return function useStyles(isNeeded = true) {
    useInsertionEffect(() => {
      if (isNeeded) add()
    }, [isNeeded])
  }
}
