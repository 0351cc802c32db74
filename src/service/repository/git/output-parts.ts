const LINE_END = 0x0a

/** Output of a program, which arrives in chunks, in the parts that it consists of. */
export class OutputParts {
  #chunks: Buffer[] = []
  #length = 0

  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.byteLength
  }

  /** Without its end; undefined until all of it is there. */
  line(): string | undefined {
    let length = 0
    for (const chunk of this.#chunks) {
      const end = chunk.indexOf(LINE_END)
      if (end >= 0) return this.bytes(length + end + 1)?.toString('utf8', 0, length + end)
      length += chunk.byteLength
    }
    return undefined
  }

  /** Undefined until so many are there. */
  bytes(count: number): Buffer | undefined {
    if (this.#length < count) return undefined
    const parts: Buffer[] = []
    for (let missing = count; missing > 0; ) {
      const chunk = this.#chunks.shift() ?? Buffer.alloc(0)
      const part = chunk.subarray(0, missing)
      if (part.byteLength < chunk.byteLength) this.#chunks.unshift(chunk.subarray(missing))
      parts.push(part)
      missing -= part.byteLength
    }
    this.#length -= count
    const [first] = parts
    return first && parts.length === 1 ? first : Buffer.concat(parts)
  }
}
