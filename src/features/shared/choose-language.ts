import { LANGUAGE } from '#messages/page-messages.ts'
import { LANGUAGE_COOKIE, type Language } from '#model/languages.ts'

const YEAR_S = 31_536_000

/** Opens the page in another language: each has its own page, which the web server chooses. */
export function chooseLanguage(language: Language): void {
  if (language === LANGUAGE) return
  const security = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: The Cookie Store API is missing without TLS.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${security}`
  window.location.reload()
}
