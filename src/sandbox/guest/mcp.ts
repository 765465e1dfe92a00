/** `mcp.SERVER.TOOL(args)`. */
import type { Calls } from './calls.js'
import { bare, freeze, mapGet, mapSet, NativeMap, NativeProxy, NativeTypeError } from './primordials.js'

/** Makes the object through which the program calls tools. Every name is a server, every name of a server is a tool. */
export function createMcp(calls: Calls): object {
  return namesTo('mcp', 'its servers are what they are', (server) => createServer(calls, server))
}

function createServer(calls: Calls, server: string): object {
  return namesTo(`mcp.${server}`, 'its tools are what they are', (tool) => {
    const callee = (...values: unknown[]): Promise<unknown> => calls.make({ server, tool, callee }, values)
    return freeze(callee)
  })
}

/** An object that makes a member for every name, once. Calling it is a mistake that deserves a clear answer. */
function namesTo(path: string, fixed: string, make: (name: string) => object): object {
  const members = new NativeMap<string, object>()
  const refuse = (): never => {
    throw new NativeTypeError(`Cannot change ${path}: ${fixed}`)
  }
  return new NativeProxy(
    // Whose prototype is told as none, has none.
    freeze(bare(() => undefined)),
    bare<ProxyHandler<() => undefined>>({
      get(_, key) {
        if (typeof key === 'symbol' || isProbe(key)) return undefined
        if (isOfPrototype(key))
          throw new NativeTypeError(`Cannot read ${path}.${key}: no server or tool has that name`)
        const before = mapGet(members, key)
        if (before !== undefined) return before
        const made = make(key)
        mapSet(members, key, made)
        return made
      },
      apply() {
        throw new NativeTypeError(`Cannot call ${path}: call a tool, as mcp.SERVER.TOOL({ ... })`)
      },
      construct: refuse,
      set: refuse,
      defineProperty: refuse,
      deleteProperty: refuse,
      setPrototypeOf: refuse,
      getPrototypeOf: () => null,
      has: (_, key) => typeof key === 'string' && !isProbe(key) && !isOfPrototype(key),
    }),
  )
}

/** What `await`, `JSON.stringify` and promises look for: a server is none of that. */
function isProbe(key: string): boolean {
  return key === 'then' || key === 'catch' || key === 'finally' || key === 'toJSON'
}

function isOfPrototype(key: string): boolean {
  return (
    key === '__proto__' ||
    key === 'prototype' ||
    key === 'constructor' ||
    key === '__defineGetter__' ||
    key === '__defineSetter__' ||
    key === '__lookupGetter__' ||
    key === '__lookupSetter__'
  )
}
