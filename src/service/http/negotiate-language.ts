import { parseAccept } from 'hono/utils/accept'
import { parse } from 'hono/utils/cookie'
import { LANGUAGE_COOKIE, type Language } from '#model/languages.ts'

/**
 * The language in which a person wants the page, of those that are available: the one that they
 * chose on the page, or else the first that their browser asks for (Accept-Language, RFC 9110).
 * Undefined when none of them is available.
 */
export function negotiateLanguage(
  headers: Headers,
  available: readonly Language[],
): Language | undefined {
  const chosen = parse(headers.get('Cookie') ?? '', LANGUAGE_COOKIE)[LANGUAGE_COOKIE]
  const accepted = parseAccept(headers.get('Accept-Language') ?? '')
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
    // A page in "de" is for "de-AT", too.
    .map(({ type }) => type.toLowerCase().split('-')[0] ?? '')
  return [chosen, ...accepted]
    .map((wanted) => available.find((language) => language === wanted))
    .find((language) => language !== undefined)
}
