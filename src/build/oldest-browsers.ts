/**
 * The oldest versions that the page supports. They are the first ones with `light-dark()`,
 * popovers, and a text beside generated content. Older ones show the sentence in index.html.
 */
export const OLDEST_BROWSERS = ['chrome123', 'edge123', 'firefox128', 'safari17.5']
