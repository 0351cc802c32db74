/** The smallest first. */
const ENCODINGS = ['br', 'gzip'] as const

export type Encoding = (typeof ENCODINGS)[number]

/**
 * The best encoding that the client accepts (Accept-Encoding, RFC 9110), of those that are
 * available. Undefined for no encoding.
 */
export function negotiateEncoding(
  header: string | null | undefined,
  available: readonly Encoding[] = ENCODINGS,
): Encoding | undefined {
  const qualities = parseQualities(header ?? '')
  const quality = (name: string) => qualities.get(name) ?? qualities.get('*') ?? 0
  const identity = qualities.get('identity') ?? 0
  const accepted = ENCODINGS.filter((name) => available.includes(name) && quality(name) > 0)
  const [best] = accepted.sort((a, b) => quality(b) - quality(a))
  return best !== undefined && quality(best) >= identity ? best : undefined
}

function parseQualities(header: string): Map<string, number> {
  const qualities = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = weight === undefined ? 1 : Number(weight.slice(2))
    if (name) qualities.set(name, Number.isFinite(quality) ? quality : 0)
  }
  return qualities
}
