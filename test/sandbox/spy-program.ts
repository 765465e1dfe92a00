/**
 * A program that spies on the guest: it puts itself before every method and accessor that it can reach, and behind names that the guest and the
 * runtime might ask an object for, and returns whatever looks like a part of a frame.
 */
export const SPY = `const { apply, ownKeys, getOwnPropertyDescriptor, defineProperty, getPrototypeOf } = Reflect
const { exec } = RegExp.prototype, { slice } = String.prototype, { fromCharCode } = String, { isView } = ArrayBuffer
const Bytes = Uint8Array, typed = getPrototypeOf(Bytes.prototype)
const bufferOf = getOwnPropertyDescriptor(typed, 'buffer').get, lengthOf = getOwnPropertyDescriptor(typed, 'length').get
const FRAME = /[0-9a-f]{32}|"type":"(rpc_call|rpc_result|console|awaiting|execute)/
const own = (value) => ({ __proto__: null, value, writable: true, enumerable: true, configurable: true })
const found = [], INNER = new Set(['step', 'send', 'describe', 'schedule', 'receive', 'complete', 'fail'])
let looking = false, count = 0
function note(what) { if (count < 20) defineProperty(found, count++, own(what)) }
function lookAt(value, where, depth) {
  if (typeof value === 'string') { if (apply(exec, FRAME, [value]) !== null) note(where + ' got ' + apply(slice, value, [0, 60])); return }
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return
  if (isView(value)) {
    const bytes = new Bytes(apply(bufferOf, value, [])), length = apply(lengthOf, bytes, [])
    let text = ''
    for (let i = 0; i < length && i < 500; i++) text += fromCharCode(bytes[i])
    if (apply(exec, FRAME, [text]) !== null) note(where + ' got the bytes ' + apply(slice, text, [0, 60]))
    return
  }
  if (typeof value === 'function') { const name = getOwnPropertyDescriptor(value, 'name'); if (name && INNER.has(name.value)) note(where + ' got the function ' + name.value) }
  if (depth > 1) return
  let keys
  try { keys = ownKeys(value) } catch { return }
  for (let i = 0; i < keys.length && i < 40; i++) {
    const member = getOwnPropertyDescriptor(value, keys[i])
    if (member && 'value' in member) lookAt(member.value, where + '.' + String(keys[i]), depth + 1)
  }
}
function look(value, where) {
  if (looking) return
  looking = true
  try { lookAt(value, where, 0) } finally { looking = false }
}
const seen = new Set(), places = [], queue = [[globalThis, 'globalThis'], [Buffer, 'Buffer'], [ToolError, 'ToolError']]
while (queue.length > 0) {
  const [holder, path] = queue.shift()
  if (holder === null || (typeof holder !== 'object' && typeof holder !== 'function') || seen.has(holder)) continue
  seen.add(holder)
  for (const key of ownKeys(holder)) {
    const member = getOwnPropertyDescriptor(holder, key)
    if (member.configurable) places.push([holder, key, path + '.' + String(key), member])
    for (const value of [member.value, member.get, member.set]) queue.push([value, path + '.' + String(key)])
  }
  queue.push([getPrototypeOf(holder), path + '.__proto__'])
}
const spied = (original, where) => typeof original !== 'function' ? original : function (...values) {
  look(this, where + ' as this')
  for (let i = 0; i < values.length; i++) look(values[i], where + ' as argument')
  const result = apply(original, this, values)
  look(result, where + ' as result')
  return result
}
let replaced = 0
for (const [holder, key, path, member] of places) {
  try {
    if ('value' in member && typeof member.value === 'function' && !member.value.prototype) { defineProperty(holder, key, { ...member, value: spied(member.value, path) }); replaced++ }
    if ('get' in member) { defineProperty(holder, key, { ...member, get: spied(member.get, path), set: spied(member.set, path) }); replaced++ }
  } catch {}
}
const NAMES = ['secret', 'type', 'value', 'get', 'set', 'writable', 'enumerable', 'configurable', 'then', 'toJSON', 'stack', 'stream', 'colors', 'depth', 'thrown', 'line', 'column', 'json', 'unknownAt', 'atMs', 'order', 'happen', 'holds', 'position', 'resolve', 'reject', 'callback', 'passed', 'timer', 'repeats', 'delayMs', 'server', 'tool', 'callee', 'bytes', 'number', 'element', 'whenCalled', 'label', 'head', 'tail', 'asyncId', 'triggerAsyncId', '_onImmediate', '_idleNext', '_idlePrev', '_argv', '_destroyed', '_onTimeout', '_timerArgs', '_idleTimeout', 'apply', 'construct', 'has', 'ownKeys', 'deleteProperty', 'defineProperty', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'setPrototypeOf', 'isExtensible', 'preventExtensions', '0', '1', '2']
for (const holder of [Object.prototype, Array.prototype, Function.prototype]) for (const key of NAMES) {
  if (getOwnPropertyDescriptor(holder, key) !== undefined) continue
  try {
    defineProperty(holder, key, {
      __proto__: null,
      configurable: true,
      get() { look(this, 'reading ' + key); return undefined },
      set(value) { look(value, 'writing ' + key); look(this, 'holding ' + key); defineProperty(this, key, own(value)) },
    })
  } catch {}
}
Error.prepareStackTrace = (error, frames) => {
  for (let i = 0; i < frames.length; i++) if (frames[i].getFileName() !== 'understudy:program') note('a frame of ' + frames[i].getFileName())
  return ''
}
const tried = async (use) => { try { await use() } catch (error) { look(error, 'an error') } }
await tried(() => mcp.s.t({ x: 1, list: [1, { a: 2 }] }))
await tried(() => mcp.s.t(1n))
await tried(() => mcp.s.fail())
await tried(() => console.log('hello', { a: 1 }, [1, 2]))
await tried(() => Promise.all([mcp.s.a(), mcp.s.b()]))
await tried(() => new Promise((resolve) => setTimeout(resolve, 5)))
await tried(() => { crypto.randomUUID(); Math.random(); Date.now(); new Date(); performance.now(); new Blob(['a']).text() })
await tried(() => eval('1'))
await tried(() => Object.keys(mcp))
await tried(() => String(new Error('x').stack))
looking = true
return { replaced: replaced > 500, found }`
