/**
 * The id or number in a URL, a body, or an option; undefined for a text that is none. The integers
 * of PostgreSQL end at 2,147,483,647, and a query for a higher one would fail.
 */
export function readRowId(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
