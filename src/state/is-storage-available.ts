import { type StorageArea, storageOf } from './storage.ts'

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
