/** Ways to tell a rehearsal from a real run: expressions that are true where clock, chance and time are the machine's. */

/** What a program sees in the world of its rehearsal is what it saw there: none of these tells it anything. */
export const TELLS: Readonly<Record<string, string>> = {
  'the clock': 'Date.now() > 1_700_000_000_000',
  'the year of a date': 'new Date().getFullYear() > 2023',
  'the year as text': 'Number(new Intl.DateTimeFormat("en", { year: "numeric" }).format()) > 2023',
  'when the process began': 'performance.timeOrigin > 1_700_000_000_000',
  'how long a call takes':
    'await (async () => { const at = performance.now(); await mcp.tickets.list_tickets(); return performance.now() - at > 0.2 })()',
  'how often the clock is looked at until it moves':
    '(() => { let n = 0; const at = performance.now(); while (performance.now() - at < 5) n++; return n > 3000 })()',
  'how late a timer is':
    'await new Promise((go) => { const at = performance.now(); setTimeout(() => go((performance.now() - at) % 1 > 0.1), 20) })',
  'how long blocking takes':
    '(() => { const at = Date.now(); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); return at > 1_700_000_000_000 })()',
  chance: 'Math.random() < 0.5',
  'the text of a stack': '(new Error().stack ?? "").includes("real")',
}

/** The first four, each true in a real world for certain, whatever the machine does. */
export const CERTAIN_TELLS = [
  'the clock',
  'the year of a date',
  'when the process began',
  'how long a call takes',
] as const

/** What servers answer otherwise than they did in the rehearsal. */
export const READ_TELLS: Readonly<Record<string, string>> = {
  'what a read says': '(await mcp.tickets.get_time()).now !== 1',
  'how often a read is called until it says so':
    'await (async () => { let n = 0; while (n < 9 && (await mcp.tickets.get_time()).now < 2) n++; return n !== 9 })()',
}
