/** Programs that stand in the way of the guest's own code. Each returns what it got hold of: nothing. */
import type { Probe } from './probe-run.js'

/** What all of them do after it: a call, a line, a timer. `got` is what was got. */
const USE = `await mcp.s.t({ a: [1] }); console.log('a line'); await new Promise((resolve) => setTimeout(resolve, 1)); return got`

export const POISONS: Probe[] = [
  {
    name: 'a getter of the length of bytes',
    program: `const typed = Object.getPrototypeOf(Uint8Array.prototype), real = Object.getOwnPropertyDescriptor(typed, 'length').get
Object.defineProperty(typed, 'length', { get() { got.push('length'); return Reflect.apply(real, this, []) } })`,
  },
  {
    name: 'a getter of the buffer of bytes',
    program: `const typed = Object.getPrototypeOf(Uint8Array.prototype), real = Object.getOwnPropertyDescriptor(typed, 'buffer').get
Object.defineProperty(typed, 'buffer', { get() { got.push('buffer'); return Reflect.apply(real, this, []) } })`,
  },
  {
    name: 'the species of bytes',
    program: `Object.defineProperty(Object.getPrototypeOf(Uint8Array), Symbol.species, { get() { got.push('species'); return Uint8Array } })
Object.defineProperty(Uint8Array.prototype, 'constructor', { get() { got.push('constructor'); return Uint8Array } })`,
  },
  {
    name: 'the methods of bytes',
    program: `for (const key of ['subarray', 'slice', 'set', 'fill', 'indexOf', 'copyWithin']) { const typed = Object.getPrototypeOf(Uint8Array.prototype); const real = typed[key]; typed[key] = function (...values) { got.push(key); return Reflect.apply(real, this, values) } }`,
  },
  {
    name: 'the species of promises',
    program: `Object.defineProperty(Promise, Symbol.species, { get() { got.push('species'); return Promise } })`,
  },
  {
    name: 'the constructor of promises',
    program: `const Real = Promise; Object.defineProperty(Promise.prototype, 'constructor', { get() { const at = new Error().stack; if (!at.includes('plan.ts')) got.push('constructor'); return Real } })`,
  },
  {
    name: 'setters where the runtime keeps its turns',
    program: `for (const key of ['_onImmediate', '_idleNext', '_argv', '_onTimeout', '_timerArgs']) Object.defineProperty(Object.prototype, key, { configurable: true, set(value) { got.push(key); Object.defineProperty(this, key, { value, writable: true, configurable: true }) }, get() { return undefined } })`,
  },
  {
    name: 'setters of the elements of lists',
    program: `for (let i = 0; i < 9; i++) { const list = []; Object.defineProperty(Array.prototype, String(i), { configurable: true, get() { return undefined }, set(value) { Reflect.defineProperty(list, list.length, { value }); seen = list; Reflect.defineProperty(this, String(i), { value, writable: true, enumerable: true, configurable: true }) } }) }
let seen = []`,
  },
  {
    name: 'the iterator of lists',
    program: `const real = Array.prototype[Symbol.iterator]; Array.prototype[Symbol.iterator] = function () { got[got.length] = 'iterator'; return Reflect.apply(real, this, []) }`,
  },
  {
    name: 'traps that proxies inherit',
    program: `for (const key of ['get', 'set', 'has', 'apply', 'construct', 'ownKeys', 'defineProperty', 'deleteProperty', 'getPrototypeOf', 'setPrototypeOf', 'isExtensible', 'preventExtensions', 'getOwnPropertyDescriptor']) Object.defineProperty(Object.prototype, key, { __proto__: null, configurable: true, writable: true, value: ({ [key]() { got.push(key); return undefined } })[key] })
Object.keys(mcp); Object.isExtensible(mcp.s); try { Object.preventExtensions(mcp.s.t) } catch {}; 'x' in mcp; new Date(); new WeakRef(mcp.s.t); new Response('')`,
  },
  {
    name: 'descriptors that inherit',
    program: `Object.defineProperty(Object.prototype, 'get', { configurable: true, get() { return undefined }, set() {} })
try { await mcp.s.fail() } catch {}`,
  },
  {
    name: 'what ToolError extends',
    program: `Object.setPrototypeOf(ToolError, class { constructor() { got.push('constructed'); return {} } })
try { await mcp.s.fail() } catch (error) { if (error.name !== 'ToolError') got.push(String(error)) }`,
  },
  {
    name: 'what tells instances',
    program: `Object.defineProperty(Error, Symbol.hasInstance, { value() { got.push('asked'); return true } }); Object.defineProperty(Promise, Symbol.hasInstance, { value() { got.push('asked'); return true } })
try { await mcp.s.t(1n) } catch {}`,
  },
  {
    name: 'call, apply and bind',
    program: `for (const key of ['call', 'apply', 'bind']) { const real = Function.prototype[key]; Function.prototype[key] = function (...values) { got.push(key); return Reflect.apply(real, this, values) } }`,
  },
  {
    name: 'the description of stacks',
    program: `Error.prepareStackTrace = (error, frames) => { for (const frame of frames) if (frame.getFileName() !== 'understudy:program' || frame.getThis() === undefined && frame.getFunction() === undefined && frame.isNative()) got.push(frame.getFileName()); return 'mine' }
if (new Error('x').stack !== 'mine') got.push('not asked')
try { await mcp.s.fail() } catch (error) { void error.stack }`,
  },
  {
    name: 'another Error',
    program: `globalThis.Error = class { static prepareStackTrace(error, frames) { for (const frame of frames) { if (frame.getFunction() !== undefined && !String(frame.getFileName()).includes('program')) got.push(String(frame.getFileName())) } return '' } }`,
  },
  {
    name: 'the methods of stack frames',
    program: `Error.prepareStackTrace = (_, frames) => frames; const frame = Object.getPrototypeOf(new Error().stack[0]); Error.prepareStackTrace = undefined
for (const key of ['getLineNumber', 'getColumnNumber', 'getFileName']) try { Object.defineProperty(frame, key, { value: () => { got.push(key); return 1 } }) } catch {}`,
  },
  {
    name: 'where errors of listeners go',
    program: `globalThis.dispatchEvent = (event) => { got.push('event'); return true }; Event.prototype.preventDefault = () => { got.push('prevented') }
Object.defineProperty(ErrorEvent.prototype, 'error', { get() { got.push('error'); return 1 } })`,
  },
  {
    name: 'text encoders',
    program: `for (const [holder, key] of [[TextEncoder.prototype, 'encode'], [TextEncoder.prototype, 'encodeInto'], [TextDecoder.prototype, 'decode']]) { const real = holder[key]; holder[key] = function (...values) { got.push(key); return Reflect.apply(real, this, values) } }`,
  },
  {
    name: 'JSON',
    program: `const { parse, stringify } = JSON; JSON.parse = (...values) => { got.push('parse'); return parse(...values) }; JSON.stringify = (...values) => { got.push('stringify'); return stringify(...values) }
String.prototype.toJSON = Object.prototype.toJSON = function () { got.push('toJSON'); return 'forged' }; delete Object.prototype.toJSON`,
  },
  {
    name: 'a stack that is full',
    program: `const dive = () => { try { dive() } catch { try { mcp.s.t({ deep: true }).catch(() => {}) } catch {} } }
let deep = 0; const down = (n) => { if (n > 0) down(n - 1); else { try { console.log('deep') } catch {} } }
for (const n of [1000, 3000, 5000]) try { down(n) } catch {}`,
  },
  {
    name: 'source texts',
    program: `for (const member of [mcp.s.t, console.log, setTimeout, Date, Math.random, ToolError, Blob, Error.prepareStackTrace, Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace').get]) if (/secret|channel|[0-9a-f]{32}/.test(Function.prototype.toString.call(member))) got.push(String(member))`,
  },
  {
    name: 'standard input',
    program: `for (const url of ['file:///dev/stdin', 'file:///proc/self/fd/0', 'file:///proc/self/environ', 'file:///proc/self/mem']) try { got.push(await (await fetch(url)).text()) } catch {}`,
  },
  {
    name: 'memory that others left',
    program: `for (let i = 0; i < 300; i++) { const bytes = Buffer.allocUnsafeSlow(2048); if (bytes.includes('secret')) got.push('memory'); const memory = new WebAssembly.Memory({ initial: 1 }); if (i < 20 && new Uint8Array(memory.buffer).some((byte) => byte !== 0)) got.push('wasm') }`,
  },
  {
    name: 'the names of the runtime',
    program: `globalThis.Deno = { stdout: { writeSync() { got.push('write') } }, stdin: { readSync() { got.push('read') } } }; globalThis.process = {}; globalThis.console = { log() {} }`,
  },
].map(({ name, program }) => ({ name, program: `const got = []\n${program}\n${USE}` }))
