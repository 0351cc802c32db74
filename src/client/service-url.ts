/** The page's own origin, unless the page was built for a service at another one. */
export function serviceBaseUrl(): string {
  return import.meta.env.VITE_BOARD_SERVICE_URL || window.location.origin
}
