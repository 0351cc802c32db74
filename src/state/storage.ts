/** `device` is localStorage, `tab` is sessionStorage. */
export type StorageArea = 'device' | 'tab'

/**
 * One entry of the browser's storage. `read` turns parsed JSON, or undefined, into a value and
 * never throws. When the storage is off or full, the value lives only as long as the page.
 */
export function createStorageEntry<T>(
  key: string,
  read: (json: unknown) => T,
  area: StorageArea = 'device',
) {
  return {
    key,
    load: (): T => read(parseJson(getItem(area, key))),
    /** The value in the text of a storage event. */
    parse: (text: string | null): T => read(parseJson(text)),
    /** Undefined removes the entry. */
    save: (value: T | undefined): void => setItem(area, key, value),
  }
}

/** Strings under string keys; anything else is dropped. */
export function readStringRecord(json: unknown): Record<string, string> {
  return readRecord(json, (value) => (typeof value === 'string' ? value : undefined))
}

/** Lists of strings under string keys; anything else is dropped. */
export function readStringListRecord(json: unknown): Record<string, string[]> {
  return readRecord(json, (value) => (Array.isArray(value) ? readStringList(value) : undefined))
}

/** Anything else than a string is dropped. */
export function readStringList(json: unknown): string[] {
  return Array.isArray(json) ? json.filter((item) => typeof item === 'string') : []
}

function readRecord<T>(json: unknown, read: (value: unknown) => T | undefined): Record<string, T> {
  const isRecord = typeof json === 'object' && json !== null && !Array.isArray(json)
  const entries = Object.entries(isRecord ? json : {}).flatMap(([key, value]) => {
    const result = read(value)
    return result === undefined ? [] : [[key, result] as const]
  })
  return Object.fromEntries(entries)
}

/** Throws when the browser forbids it. */
function storageOf(area: StorageArea): Storage {
  return area === 'device' ? localStorage : sessionStorage
}

function getItem(area: StorageArea, key: string): string | null {
  try {
    return storageOf(area).getItem(key)
  } catch {
    return null
  }
}

function setItem(area: StorageArea, key: string, value: unknown): void {
  try {
    const storage = storageOf(area)
    if (value === undefined) storage.removeItem(key)
    else if (storage.getItem(key) !== JSON.stringify(value)) {
      storage.setItem(key, JSON.stringify(value))
    }
  } catch {
    // The storage is off or full.
  }
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether the browser lets the page store something. */
export function isStorageAvailable(area: StorageArea): boolean {
  try {
    const storage = storageOf(area)
    storage.setItem('trunkline.test', '')
    storage.removeItem('trunkline.test')
    return true
  } catch {
    return false
  }
}
