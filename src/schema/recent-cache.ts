/** Keeps what was asked for last; what was not asked for longest goes first. */
export interface RecentCache<Value> {
  get(key: string, make: () => Value): Value
}

/** Creates an empty cache for at most `capacity` values. */
export function createRecentCache<Value>(capacity: number): RecentCache<Value> {
  const values = new Map<string, Value>()
  return {
    get(key, make) {
      const value = values.get(key) ?? make()
      // A Map keeps the order of insertion: taking out and putting in again makes the key the newest.
      values.delete(key)
      values.set(key, value)
      const oldest = values.keys().next()
      if (values.size > capacity && !oldest.done) values.delete(oldest.value)
      return value
    },
  }
}
