/** The parts of a chunk that say what loads with it. */
export interface Chunk {
  fileName: string
  name: string
  isEntry: boolean
  imports: readonly string[]
  modules: Readonly<Record<string, unknown>>
}

export function chunksOf<File extends { type: string }>(bundle: Readonly<Record<string, File>>) {
  const isChunk = (file: File): file is Extract<File, { type: 'chunk' }> => file.type === 'chunk'
  return Object.values(bundle).filter(isChunk)
}

/** The names of these chunks and of all that they import. */
export function withImports(own: readonly Chunk[], chunks: readonly Chunk[]): Set<string> {
  const files = new Set<string>()
  const add = (fileName: string): void => {
    const chunk = chunks.find((candidate) => candidate.fileName === fileName)
    if (!chunk || files.has(fileName)) return
    files.add(fileName)
    for (const name of chunk.imports) add(name)
  }
  for (const chunk of own) add(chunk.fileName)
  return files
}
