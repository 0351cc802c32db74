export const CIPHER = 'AES-GCM'

/** The entry of the key that encrypts all secrets. */
export const WRAPPING_KEY = 'wrapping-key'

/** A secret as the browser's storage has it. */
export interface Encrypted {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}
