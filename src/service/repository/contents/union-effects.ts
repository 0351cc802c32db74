/** Contents of one file; without any where it isn't there. */
export interface FileTexts {
  before: string
  after: string
  stage: string
}

/**
 * What adding and taking away do to a file of which git keeps all lines of both sides. The place of
 * a line says nothing there, so only its lines count: the stage has them, or doesn't.
 */
export function unionEffects({ before, after, stage }: FileTexts): {
  add: 'nothing' | 'something'
  remove: 'nothing' | 'something'
} {
  const [old, own, there] = [countLines(before), countLines(after), countLines(stage)]
  const count = (lines: ReadonlyMap<string, number>, line: string) => lines.get(line) ?? 0
  const all = [...new Set([...old.keys(), ...own.keys()])]
  const changed = all.filter((line) => count(old, line) !== count(own, line))
  // Empty lines and rulers are in everybody's change.
  const telling = changed.filter((line) => /[\p{L}\p{N}\x80-\xff]/u.test(line))
  const lines = telling.length > 0 ? telling : changed
  /** Whether the stage has a line as often as one side: at least, where that side has more. */
  const isLike = (line: string, side: ReadonlyMap<string, number>) => {
    const other = side === own ? old : own
    const isMore = count(side, line) > count(other, line)
    return isMore
      ? count(there, line) >= count(side, line)
      : count(there, line) <= count(side, line)
  }
  return {
    add: lines.every((line) => isLike(line, own)) ? 'nothing' : 'something',
    remove: lines.every((line) => isLike(line, old)) ? 'nothing' : 'something',
  }
}

function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of text.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}
