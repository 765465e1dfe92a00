/** For classes whose objects users get: they take them apart, as in `const { callTool } = client`. */

/** Gives the object its methods as its own, which need no `this` any more. Enumerated and compared it stays as it was. */
export function bindMethods(object: object): void {
  const prototype: object = Object.getPrototypeOf(object)
  for (const key of Reflect.ownKeys(prototype)) {
    const { value } = Object.getOwnPropertyDescriptor(prototype, key) ?? {}
    if (key === 'constructor' || typeof value !== 'function') continue
    Object.defineProperty(object, key, { value: value.bind(object), writable: true, configurable: true })
  }
}
