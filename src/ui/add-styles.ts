/**
 * Adds the styles of a part that loads later, for its module to call once. The
 * Content-Security-Policy has no say in a style sheet that a script constructs.
 */
export function addStyles(css: string): void {
  if (!document.adoptedStyleSheets) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
