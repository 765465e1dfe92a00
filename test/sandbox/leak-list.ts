/** Ways by which programs look for real time and real chance. Each returns what it found: the same in every run of one seed. */
import type { Probe } from './probe-run.js'

export const CLOCKS: Probe[] = [
  { name: 'Date.now', program: 'return Date.now()' },
  { name: 'new Date', program: 'return new Date().getTime()' },
  { name: 'Date as a function', program: 'return Date.parse(Date())' },
  { name: 'Date by Reflect.construct', program: 'return Reflect.construct(Date, []).getTime()' },
  { name: 'Date by a subclass', program: 'class D extends Date {}; return new D().getTime()' },
  { name: 'Date by a bound constructor', program: 'return new (Date.bind(null))().getTime()' },
  { name: 'Date by its prototype', program: 'return new Date.prototype.constructor().getTime()' },
  { name: 'Date by a date', program: 'return new (new Date(0).constructor)().getTime()' },
  { name: 'a cloned date', program: 'return structuredClone(new Date()).getTime()' },
  { name: 'performance.now', program: 'return performance.now()' },
  { name: 'performance.now of the prototype', program: 'return Performance.prototype.now.call(performance)' },
  {
    name: 'the getter of timeOrigin',
    program:
      'return Object.getOwnPropertyDescriptor(Performance.prototype, "timeOrigin").get.call(performance)',
  },
  { name: 'performance.toJSON', program: 'return performance.toJSON()' },
  { name: 'performance.mark', program: 'return performance.mark("a").startTime' },
  { name: 'performance.measure', program: 'return performance.measure("a").duration' },
  { name: 'PerformanceMark', program: 'return new PerformanceMark("a").startTime' },
  { name: 'performance.getEntries', program: 'return performance.getEntries()' },
  { name: 'a formatter without a date', program: 'return full().format()' },
  {
    name: 'the getter of format, borrowed',
    program:
      'return Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format").get.call(full())()',
  },
  {
    name: 'formatToParts, borrowed',
    program: 'return Intl.DateTimeFormat.prototype.formatToParts.call(full())',
  },
  {
    name: 'Intl.DateTimeFormat called',
    program: 'return Intl.DateTimeFormat("en", { fractionalSecondDigits: 3 }).format()',
  },
  { name: 'Temporal.Now.instant', program: 'return String(Temporal.Now.instant())' },
  { name: 'Temporal.Now.zonedDateTimeISO', program: 'return String(Temporal.Now.zonedDateTimeISO())' },
  { name: 'Temporal.Now.plainTimeISO', program: 'return String(Temporal.Now.plainTimeISO("Asia/Tokyo"))' },
  {
    name: 'Temporal.Now borrowed',
    program: 'return String(Reflect.apply(Temporal.Now.instant, undefined, []))',
  },
  { name: 'a file', program: 'return new File([], "a").lastModified' },
  {
    name: 'a file with an undefined time',
    program: 'return new File([], "a", { lastModified: undefined }).lastModified',
  },
  { name: 'a file by a subclass', program: 'class F extends File {}; return new F([], "a").lastModified' },
  {
    name: 'a file by its constructor',
    program: 'return new (new File([], "a").constructor)([], "b").lastModified',
  },
  {
    name: 'a file of a form',
    program: 'const f = new FormData(); f.append("a", new Blob(["a"])); return f.get("a").lastModified',
  },
  {
    name: 'a form that is read',
    program:
      'return (await new Response("", { headers: { "content-type": "multipart/form-data; boundary=x" } }).formData())',
  },
  { name: 'the time of an event', program: 'return new Event("x").timeStamp' },
  { name: 'the members of an event', program: 'return inside(new Event("x"))' },
  { name: 'the members of a file', program: 'return inside(new File(["a"], "a"))' },
  { name: 'the members of a timer', program: 'return inside(setTimeout(() => {}, 1))' },
  {
    name: "the runtime's own timer",
    program:
      'return typeof setTimeout.prototype?.constructor === "function" && setTimeout.prototype.constructor !== setTimeout',
  },
  { name: 'the time of a message', program: 'return new MessageEvent("x").timeStamp' },
  { name: 'the printed clock', program: 'console.log(performance); return "printed"' },
  {
    name: 'console.time',
    program: 'console.time("a"); for (let i = 0; i < 1e6; i++); console.timeEnd("a"); return "printed"',
  },
  { name: 'a file reader', program: 'return new FileReader()' },
  {
    name: 'a wait that is over',
    program: 'return Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5).value',
  },
  {
    name: 'turns until a wait is over',
    program:
      'let n = 0; const wait = Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5).value; let over = false; wait.then(() => { over = true }); while (!over) { await new Promise((r) => setImmediate(r)); n++ } return n',
  },
  {
    name: 'turns until a body is read',
    program:
      'let n = 0, over = false; new Response("x".repeat(1e6)).text().then(() => { over = true }); while (!over) { await new Promise((r) => setTimeout(r)); n++ } return n',
  },
  {
    name: 'turns until a digest is there',
    program:
      'let n = 0, over = false; crypto.subtle.digest("SHA-512", new Uint8Array(5e6)).then(() => { over = true }); while (!over) { await new Promise((r) => setTimeout(r)); n++ } return n',
  },
  {
    name: 'which of two digests is first',
    program:
      'const digest = (n) => crypto.subtle.digest("SHA-512", new Uint8Array(n)).then(() => n); return Promise.race([digest(8e6), digest(1)])',
  },
  {
    name: 'whether a timer comes before a compilation',
    program:
      'return Promise.race([WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => "compiled"), new Promise((r) => setTimeout(r, 1, "timer"))])',
  },
  {
    name: 'turns until a collection',
    program:
      'let refs = []; for (let i = 0; i < 300; i++) { refs.push(new WeakRef(new Array(1e4).fill(i))); await null } await new Promise((r) => setTimeout(r, 1)); return refs.filter((r) => r.deref() === undefined).length',
  },
  {
    name: 'a collection that is told',
    program:
      'let n = 0; const registry = new FinalizationRegistry(() => { n++ }); for (let i = 0; i < 300; i++) { registry.register(new Array(1e4).fill(i)); await new Promise((r) => setTimeout(r, 1)) } return n',
  },
  { name: 'a counter of another thread', program: 'return new Worker("data:text/javascript,1")' },
  { name: 'a channel of messages', program: 'return new MessageChannel()' },
  { name: 'a channel between guests', program: 'return new BroadcastChannel("x")' },
]

export const CHANCE: Probe[] = [
  { name: 'Math.random', program: 'return [Math.random(), Math.random()]' },
  { name: 'Math.random, borrowed', program: 'return Reflect.apply(Math.random, undefined, [])' },
  { name: 'crypto.randomUUID', program: 'return crypto.randomUUID()' },
  { name: 'randomUUID of the prototype', program: 'return Crypto.prototype.randomUUID.call(crypto)' },
  {
    name: 'random values of every kind',
    program:
      'return [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, BigInt64Array, BigUint64Array].map((A) => String(crypto.getRandomValues(new A(3))))',
  },
  {
    name: 'random values of a part',
    program: 'const all = new Uint8Array(16); crypto.getRandomValues(all.subarray(3, 9)); return [...all]',
  },
  {
    name: 'random values while Uint8Array is another',
    program:
      'const Real = Uint8Array; let got; try { globalThis.Uint8Array = class extends Real { constructor(...a) { super(...a); got = this } }; const bytes = new Real(8); crypto.getRandomValues(bytes); return [[...bytes], got === undefined] } finally { globalThis.Uint8Array = Real }',
  },
  {
    name: 'random values while the buffer lies',
    program:
      'const typed = Object.getPrototypeOf(Uint8Array.prototype); const real = Object.getOwnPropertyDescriptor(typed, "buffer"); const bytes = new Uint8Array(8); try { Object.defineProperty(typed, "buffer", { configurable: true, get: () => new ArrayBuffer(8) }); crypto.getRandomValues(bytes) } finally { Object.defineProperty(typed, "buffer", real) } return [...bytes]',
  },
  {
    name: 'random values while the length lies',
    program:
      'const bytes = new Uint8Array(8); Object.defineProperty(bytes, "byteLength", { value: 0 }); Object.defineProperty(bytes, "length", { value: 0 }); crypto.getRandomValues(bytes); return [...Object.values(bytes)]',
  },
  {
    name: 'random values of a buffer that grows',
    program:
      'const b = new ArrayBuffer(4, { maxByteLength: 32 }); const a = new Uint8Array(b); b.resize(12); crypto.getRandomValues(a); return [...a]',
  },
  {
    name: 'a symmetric key',
    program:
      'return hex(await crypto.subtle.exportKey("raw", await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt"])))',
  },
  {
    name: 'a key for signatures',
    program:
      'return hex(await crypto.subtle.exportKey("raw", await crypto.subtle.generateKey({ name: "HMAC", hash: { name: "SHA-512" } }, true, ["sign"])))',
  },
  {
    name: 'a pair of keys',
    program: 'return await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"])',
  },
  {
    name: 'a pair of keys, borrowed',
    program:
      'return await SubtleCrypto.prototype.generateKey.call(crypto.subtle, "Ed25519", true, ["sign", "verify"])',
  },
  {
    name: 'a pair of keys by an algorithm of two faces',
    program:
      'let n = 0; return (await crypto.subtle.generateKey({ get name() { return n++ === 0 ? "AES-GCM" : "Ed25519" }, length: 256 }, true, ["encrypt"])).type',
  },
  {
    name: 'a signature with chance in it',
    program:
      'const key = await crypto.subtle.importKey("jwk", { kty: "EC", crv: "P-256", x: "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", y: "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM", d: "870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE" }, { name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]); return hex(await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, new Uint8Array(3)))',
  },
  { name: 'a secret that is encapsulated', program: 'return await crypto.subtle.encapsulateBits()' },
  { name: 'the name of a blob', program: 'return URL.createObjectURL(new Blob(["a"]))' },
  { name: 'the members of a blob', program: 'return inside(new Blob(["a"]))' },
  { name: 'the members of a slice', program: 'return inside(new Blob(["abc"]).slice(1))' },
  { name: 'the blob of a body', program: 'return inside(await new Response("a").blob())' },
  {
    name: 'the members of a body',
    program: 'return inside(new Response(new Blob(["a"])))',
  },
  {
    name: 'the boundary of a form',
    program: 'const f = new FormData(); f.set("a", "b"); return new Response(f).headers.get("content-type")',
  },
  {
    name: 'memory that is not cleared',
    program: 'return Buffer.allocUnsafe(4096).some((byte) => byte !== 0)',
  },
  {
    name: 'the depth of the stack',
    program:
      'const depths = []; for (let i = 0; i < 8; i++) { let n = 0; const down = () => { n++; down() }; try { down() } catch {} depths.push(n) } return depths',
  },
  { name: 'the number of processors', program: 'return navigator.hardwareConcurrency' },
  { name: 'the zone of the machine', program: 'return Intl.DateTimeFormat().resolvedOptions().timeZone' },
  { name: 'the place of an error', program: 'return new Error("x").stack' },
  { name: 'an order by chance', program: 'return [5, 3, 1, 4].sort(() => Math.random() - 0.5)' },
]
