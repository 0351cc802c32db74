import { parseAccept } from 'hono/utils/accept'
import { parse } from 'hono/utils/cookie'
import { LANGUAGE_COOKIE } from '#model/languages.ts'

/**
 * The language in which a person wants the page, of the tags that are available: the one that they
 * chose on the page, or else the first that their browser asks for (Accept-Language, RFC 9110).
 * Undefined when none of them is available.
 */
export function negotiateLanguage<Tag extends string>(
  headers: Headers,
  available: readonly Tag[],
): Tag | undefined {
  const chosen = parse(headers.get('Cookie') ?? '', LANGUAGE_COOKIE)[LANGUAGE_COOKIE]
  const accepted = parseAccept(headers.get('Accept-Language') ?? '')
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
    .map(({ type }) => lookUp(type.toLowerCase(), available))
  return available.find((tag) => tag === chosen) ?? accepted.find((tag) => tag !== undefined)
}

/** A page in "de" is for "de-AT", too (RFC 4647), and the one in "pt-BR" for "pt". */
function lookUp<Tag extends string>(wanted: string, available: readonly Tag[]): Tag | undefined {
  for (let range = wanted; range; range = range.replace(/-?[^-]*$/, '')) {
    const found = available.find((tag) => tag.toLowerCase() === range)
    if (found) return found
  }
  return available.find((tag) => tag.toLowerCase().startsWith(`${wanted}-`))
}
