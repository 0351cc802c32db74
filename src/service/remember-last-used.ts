import { LRUCache } from 'lru-cache'

/**
 * A cache of so many values, of which the ones that were used last are kept. It grows as it's
 * filled: with a `max`, lru-cache makes room for all of them at once, which takes 10 ms and more
 * where they are 200,000.
 */
export function rememberLastUsed<Value extends {}>(count: number): LRUCache<string, Value> {
  return new LRUCache({ maxSize: count, sizeCalculation: () => 1 })
}
