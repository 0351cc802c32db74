import { parseAccept } from 'hono/utils/accept'
import { parse } from 'hono/utils/cookie'
import { LANGUAGE_COOKIE } from '#model/languages.ts'

/**
 * The language in which a person wants the page, of those that are available: the one that they
 * chose on the page, or else the first that their browser asks for (Accept-Language, RFC 9110).
 * Undefined when none of them is available.
 */
export function negotiateLanguage(
  headers: Headers,
  available: readonly string[],
): string | undefined {
  const chosen = parse(headers.get('Cookie') ?? '', LANGUAGE_COOKIE)[LANGUAGE_COOKIE]
  if (chosen !== undefined && available.includes(chosen)) return chosen
  const wanted = parseAccept(headers.get('Accept-Language') ?? '')
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
    // A page in "de" is for "de-AT", too.
    .map(({ type }) => type.toLowerCase().split('-')[0] ?? '')
  return wanted.find((language) => available.includes(language))
}
