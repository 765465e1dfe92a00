/**
 * A program that reads every property it can reach, calls every function with arguments of several kinds, constructs what can be constructed,
 * and notes what came of it: in another guest with the same seed it is the same.
 */
export const EVERYTHING = `const REPLACED = new Set([setTimeout, setInterval, setImmediate, clearTimeout, Date, Date.now, Math.random, performance.now, crypto.randomUUID, crypto.getRandomValues, Blob, File, Response, Request, WeakRef, FinalizationRegistry, eval, Function, fetch, Atomics.wait, AbortSignal.timeout, Temporal.Now.instant, crypto.subtle.generateKey].map((each) => Function.prototype.toString.call(each) + each.name))
const log = []
const put = (p, v) => { try { log.push(p + ' = ' + show(v, 0)) } catch (e) { log.push(p + ' threw') } }
const hush = (v) => { if (v instanceof Promise) Promise.prototype.catch.call(v, () => {}); return v }
const PC = Promise.prototype.catch
function show(v, depth) {
  hush(v)
  if (v === null || (typeof v !== 'object' && typeof v !== 'function')) return typeof v === 'symbol' ? v.toString() : typeof v + ':' + String(v)
  if (typeof v === 'function') return 'function'
  if (ArrayBuffer.isView(v)) return 'bytes:' + Buffer.from(v.buffer).toString('hex').slice(0, 200)
  if (v instanceof ArrayBuffer) return 'buf:' + Buffer.from(v).toString('hex').slice(0, 200)
  if (depth > 3) return '…'
  let t = '{'
  for (const k of Reflect.ownKeys(v).slice(0, 40)) { let x; try { x = show(hush(v[k]), depth + 1) } catch (e) { x = 'threw' } t += String(k) + ':' + x + ',' }
  return t + '}' + (Object.prototype.toString.call(v))
}
const extra = { event: new Event('x'), custom: new CustomEvent('x'), ac: new AbortController(), sig: AbortSignal.timeout(5), blob: new Blob(['a']), file: new File(['a'],'b'), res: new Response('a'), req: new Request('http://a.test'), headers: new Headers(), url: new URL('http://a.test'), rs: new ReadableStream(), ws: new WritableStream(), ts: new TransformStream(), timer: setTimeout(()=>{},1), date: new Date(), dtf: new Intl.DateTimeFormat('en', {dateStyle:'full',timeStyle:'full'}), perr: new ErrorEvent('error'), msg: new MessageEvent('message'), close: new CloseEvent('close'), inst: Temporal.Now.instant(), zdt: Temporal.Now.zonedDateTimeISO(), wr: new WeakRef({}), err: new Error('x'), map: new Map([[1,2]]), key: await crypto.subtle.generateKey({name:'HMAC',hash:'SHA-256'},true,['sign']) , collator: new Intl.Collator(), cs: new CompressionStream('gzip'), up: new URLPattern('http://a.test/:b')}

put('exported', await crypto.subtle.exportKey('raw', extra.key))
const SKIP = /console\\.|\\.(cancel|getReader|getWriter|pipeTo|pipeThrough|tee|releaseLock|wait|alert|prompt|confirm|reportError|close|queueMicrotask|setTimeout|setInterval|setImmediate|fromAsync)$|<set>|reportError|dispatchEvent|prepareStackTrace/
const seen = new Set(), queue = [[globalThis, 'global', null], [Buffer, 'Buffer', null], ...Object.entries(extra).map(([k, o]) => [o, k, null])]
let count = 0
while (queue.length && count < 12000) {
  const [o, path, self] = queue.shift()
  if (o === null || (typeof o !== 'object' && typeof o !== 'function') || seen.has(o)) continue
  seen.add(o); count++
  if (typeof o === 'function' && self !== null && !SKIP.test(path)) {
    for (const args of [[], ['a'], [{}], [1, 2], [new Uint8Array(4)], [extra.date], [() => 0]]) {
      let v; try { v = hush(Reflect.apply(o, self, args)); if (v instanceof Promise) { v.then((x) => put(path + '(' + args.length + ') later', x), (e) => put(path + ' rejected', String(e))) } else put(path + '(' + args.length + ')', v) } catch (e) { put(path + ' threw', String(e).slice(0, 100)) }
    }
    let v; try { v = Reflect.construct(o, []); put('new ' + path, v) } catch (e) { put('new ' + path + ' threw', String(e).slice(0, 100)) }
    try { v = Reflect.construct(o, ['a', 'b']); put('new2 ' + path, v) } catch (e) { }
    try { v = Reflect.construct(o, [['a'], 'b']); put('new3 ' + path, v) } catch (e) { }
  }
  let keys; try { keys = Reflect.ownKeys(o) } catch { continue }
  for (const k of keys) {
    const d = Reflect.getOwnPropertyDescriptor(o, k); if (!d) continue
    const p = path + '.' + String(k)
    if ('value' in d) { if (typeof d.value !== 'object' && typeof d.value !== 'function') put(p, d.value); queue.push([d.value, p, o]) }
    else { try { const v = o[k]; if (v instanceof Promise) v.catch(() => {}); put(p + '()', v); queue.push([v, p + '()', o]) } catch {}
      for (const [n, e] of Object.entries(extra)) try { const v = hush(Reflect.apply(d.get, e, [])); if (v instanceof Promise) v.catch(()=>{}); put(p + ' of ' + n, v) } catch {} }
  }
  const pr = Object.getPrototypeOf(o)
  if (pr && !seen.has(pr)) { queue.push([pr, path + '.__proto__', null]); for (const k of Reflect.ownKeys(pr)) { const d = Reflect.getOwnPropertyDescriptor(pr, k); if (d && typeof d.value === 'function' && k !== 'constructor') queue.push([d.value, path + '.' + String(k), o]) } }
}
await new Promise(r => setTimeout(r, 50))
console.log(extra.file, extra.event, performance, crypto, extra.sig, navigator)
const texts = new Map(), twins = []
for (const each of seen) {
  if (typeof each !== 'function') continue
  const text = Function.prototype.toString.call(each) + each.name
  if (texts.has(text) && REPLACED.has(text)) twins.push(text.slice(0, 80))
  texts.set(text, each)
}
return { count, lines: log, twins }`
