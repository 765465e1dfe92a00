/** What the process withstands when the guest's hiding of `Deno` fails. */
import type { Attack } from './attack-list.js'

/** Through `Deno` itself, which the guest hides: what the process withstands when the hiding fails. */
export const THROUGH_DENO: Attack[] = [
  { name: 'Deno reads a file', program: `return Deno.readTextFileSync(params.secretFile)`, attempt: 'read' },
  {
    name: 'Deno writes a file',
    program: `return Deno.writeTextFileSync(params.folder + '/written', 'x') ?? 'written'`,
    attempt: 'write',
  },
  { name: 'Deno reads the environment', program: `return Deno.env.get('UNDERSTUDY_CANARY')`, attempt: 'env' },
  {
    name: 'Deno lists the environment',
    program: `return JSON.stringify(Deno.env.toObject())`,
    attempt: 'env',
  },
  {
    name: 'Deno runs a command',
    program: `return new Deno.Command('/bin/cat', { args: [params.secretFile] }).outputSync().code`,
  },
  {
    name: 'Deno loads a library',
    program: `return Deno.dlopen('libc.so.6', { getpid: { parameters: [], result: 'i32' } }) && 'loaded'`,
    attempt: 'ffi',
  },
  {
    name: 'Deno connects',
    program: `return (await Deno.connect({ port: params.port, hostname: '127.0.0.1' })) && 'connected'`,
    attempt: 'net',
  },
  {
    name: 'Deno connects to a socket file',
    program: `return (await Deno.connect({ transport: 'unix', path: params.socketPath })) && 'connected'`,
    attempt: 'read',
  },
  { name: 'Deno listens', program: `return Deno.listen({ port: 0 }) && 'listening'`, attempt: 'net' },
  {
    name: 'Deno resolves a name',
    program: `return (await Deno.resolveDns('canary.test', 'A')) && 'resolved'`,
    attempt: 'net',
  },
  { name: 'Deno kills the host', program: `return Deno.kill(Deno.ppid, 'SIGTERM') ?? 'killed'` },
  { name: 'Deno names the host', program: `return Deno.hostname()`, attempt: 'sys' },
  {
    name: 'Deno asks for a permission',
    program: `const { state } = await Deno.permissions.request({ name: 'read' }); if (state === 'denied') throw new Error('denied'); return state`,
  },
  {
    name: 'caches persist',
    program: `return (await caches.open('a')) && 'open'`,
    denied: /Failed to create cache storage/,
  },
  {
    name: 'localStorage persists',
    program: `return localStorage.setItem('a', 'b') ?? 'kept'`,
    denied: /Not a directory/,
  },
]
