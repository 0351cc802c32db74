/** 128 random bits. Not by `crypto.randomUUID`: a page without TLS doesn't have it. */
export function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
