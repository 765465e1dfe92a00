/** Ways in which a program does another thing than its rehearsal, told `real`: by its order, its values, and by what calls for it. */
export const OTHER_WAYS: Readonly<Record<string, string>> = {
  'a call that does not wait for the one before': `const first = open({ title: 'one' })
if (!real) await first
await mcp.tickets.close_ticket({ id: 'x' })
await first`,
  'the same loop the other way round': `for (const title of real ? ['two', 'one'] : ['one', 'two']) await open({ title })`,
  'a turn of a loop that is left out': `for (const title of ['one', 'two', 'three']) if (!real || title !== 'two') await open({ title })`,
  'another item of the same read': `const { tickets } = await mcp.tickets.list_tickets()
await open({ title: tickets[real ? 1 : 0] })`,
  'a write that was behind the other branch': `const [one, two] = real ? ['two', 'one'] : ['one', 'two']
await open({ title: one }).then(() => open({ title: two }))`,
  'a list in another order': `await open({ title: 'one', n: real ? [2, 1] : [1, 2] })`,
  'a longer list': `await open({ title: 'one', n: [1, ...(real ? [1] : [])] })`,
  'an object in place of a list': `await open({ title: 'one', n: real ? { 0: 1 } : [1] })`,
  'a number that is a hair off': `await open({ title: 'one', n: real ? 0.1 + 0.2 : 0.3 })`,
  'nothing in place of null': `await open({ title: 'one', n: real ? undefined : null })`,
  'an empty text in place of null': `await open({ title: 'one', n: real ? '' : null })`,
  'false in place of zero': `await open({ title: 'one', n: real ? false : 0 })`,
  'a member in another case': `await open({ title: 'one', [real ? 'N' : 'n']: 1 })`,
  'the same instant in another zone': `await open({ title: 'one', at: real ? '2020-02-02T03:00:00+01:00' : '2020-02-02T02:00:00Z' })`,
  'a line that ends otherwise': `await open({ title: real ? 'one\\r\\n' : 'one\\n' })`,
  'a call of a timer that nobody waits for': `await open({ title: 'one' })
if (real) setTimeout(() => open({ title: 'one' }), 0)
await new Promise((go) => setTimeout(go, 20))`,
  'a call while arguments are read': `await open({ title: 'one', n: real ? { get x() { open({ title: 'one' }); return 1 } } : { x: 1 } })`,
  'a call after what was thrown': `try { await open({ title: 'one' }); throw new Error('x') } catch { /* goes on */ } finally { if (real) await open({ title: 'one' }) }`,
  'a step more of a generator': `async function* steps() { for (;;) yield await open({ title: 'one' }) }
const all = steps()
for (let n = 0; n < (real ? 2 : 1); n++) await all.next()`,
  'a tool behind a proxy of its server': `const desk = real ? new Proxy(mcp.tickets, { get: (it) => it.wipe }) : mcp.tickets
await desk.open_ticket({ title: 'one' })`,
  'a tool that was bound to another name': `const tools = { make: real ? mcp.tickets.wipe : mcp.tickets.open_ticket }
await tools.make({ title: 'one' })`,
  'other arguments by Reflect': `await Reflect.apply(mcp.tickets.open_ticket, undefined, [{ title: real ? 'two' : 'one' }])`,
  'a thenable that calls when it is waited for': `await open({ title: 'one' })
await (real ? { then: (go) => open({ title: 'one' }).then(go) } : 0)`,
  'a call of a sort': `await open({ title: 'one' })
const asked = []
;[2, 1].sort(() => { if (real) asked.push(open({ title: 'one' })); return 0 })
await Promise.all(asked)`,
}
