/** Ways out that programs try. Each is the body of an async function that returns whatever it got. */

export interface Attack {
  readonly name: string
  /** The body of a program; `params` has the canaries' paths and ports. Whatever it gets out it returns. */
  readonly program: string
  /** What the audit tells of it. */
  readonly attempt?: string
  /** What a bare guest says; `DENIED` when absent. */
  readonly denied?: RegExp
}

/** How Deno and the kernel say no. */
export const DENIED =
  /Requires \w+ access|NotCapable|--no-npm|--no-remote|Operation not permitted|EPERM|ERR_ACCESS_DENIED|PermissionDenied|denied/

export const FILES: Attack[] = [
  {
    name: 'node:fs reads a file',
    program: `return (await import('node:fs')).readFileSync(params.secretFile, 'utf8')`,
    attempt: 'read',
  },
  {
    name: 'node:fs/promises reads a file',
    program: `return (await import('node:fs/promises')).readFile(params.secretFile, 'utf8')`,
    attempt: 'read',
  },
  {
    name: 'node:fs reads /etc/passwd',
    program: `return (await import('node:fs')).readFileSync('/etc/passwd', 'utf8')`,
    attempt: 'read',
  },
  {
    name: 'node:fs reads the environment of the process',
    program: `return (await import('node:fs')).readFileSync('/proc/self/environ', 'utf8')`,
    attempt: 'read',
  },
  {
    name: 'node:fs reads the environment of the host',
    program: `return (await import('node:fs')).readFileSync('/proc/' + (await import('node:process')).ppid + '/environ', 'utf8')`,
    attempt: 'read',
  },
  {
    name: 'node:fs writes a file',
    program: `return (await import('node:fs')).writeFileSync(params.folder + '/written', 'x')`,
    attempt: 'write',
  },
  {
    name: 'node:fs lists a folder',
    program: `return (await import('node:fs')).readdirSync(params.folder)`,
    attempt: 'read',
  },
  {
    name: 'node:fs removes a file',
    program: `return (await import('node:fs')).rmSync(params.secretFile)`,
  },
  {
    name: 'node:fs makes a symbolic link',
    program: `return (await import('node:fs')).symlinkSync('/etc', params.folder + '/link')`,
  },
  {
    name: 'node:fs tells whether a file is there',
    program: `return (await import('node:fs')).statSync(params.secretFile).size`,
    attempt: 'read',
  },
  {
    name: 'process.getBuiltinModule gives a file system',
    program: `return (await import('node:process')).getBuiltinModule('node:fs').readFileSync(params.secretFile, 'utf8')`,
    attempt: 'read',
  },
  {
    name: 'createRequire loads a file',
    program: `return (await import('node:module')).createRequire('file:///x.js')(params.secretFile)`,
    attempt: 'read',
  },
  { name: 'import loads a file', program: `return (await import('file://' + params.secretFile)).default` },
  {
    name: 'import loads a file as text',
    program: `return (await import('file://' + params.secretFile, { with: { type: 'text' } })).default`,
  },
  {
    name: 'import loads a file as JSON',
    program: `return (await import('file:///etc/passwd', { with: { type: 'json' } })).default`,
  },
  {
    name: 'fetch loads a file',
    program: `return (await fetch('file://' + params.secretFile)).text()`,
    attempt: 'read',
  },
  {
    name: 'node:sqlite opens a file',
    program: `const { DatabaseSync } = await import('node:sqlite'); return new DatabaseSync(params.folder + '/written.db') && 'opened'`,
  },
  {
    name: 'node:sqlite attaches a file',
    program: `const { DatabaseSync } = await import('node:sqlite'); return new DatabaseSync(':memory:').exec("ATTACH '" + params.folder + "/written.db' AS x") ?? 'attached'`,
    denied: /too many attached databases - max 0/,
  },
  {
    name: 'node:sqlite writes a copy with VACUUM INTO',
    program: `const { DatabaseSync } = await import('node:sqlite'); const d = new DatabaseSync(':memory:'); d.exec('CREATE TABLE t (a)'); return d.exec("VACUUM INTO '" + params.folder + "/written.db'") ?? 'copied'`,
    denied: /too many attached databases - max 0/,
  },
  {
    name: 'node:v8 writes a heap snapshot',
    program: `return (await import('node:v8')).writeHeapSnapshot(params.folder + '/written.heapsnapshot')`,
    attempt: 'write',
  },
  {
    name: 'node:wasi opens a folder',
    program: `const { WASI } = await import('node:wasi'); return new WASI({ version: 'preview1', preopens: { '/': params.folder } }) && 'opened'`,
    denied: /failed to open preopen/,
  },
]

export const NETWORK: Attack[] = [
  {
    name: 'fetch reaches loopback',
    program: `return (await fetch('http://127.0.0.1:' + params.port + '/')).status`,
    attempt: 'net',
  },
  {
    name: 'WebSocket reaches loopback',
    program: `return new Promise((resolve, reject) => { const s = new WebSocket('ws://127.0.0.1:' + params.port); s.onopen = () => resolve('open'); s.onerror = (e) => reject(new Error(e.message)) })`,
    attempt: 'net',
  },
  {
    name: 'EventSource reaches loopback',
    program: `return new Promise((resolve, reject) => { const s = new EventSource('http://127.0.0.1:' + params.port); s.onopen = () => resolve('open'); s.onerror = () => reject(new Error('denied')) })`,
    attempt: 'net',
  },
  {
    name: 'node:net connects',
    program: `const net = await import('node:net'); return new Promise((resolve, reject) => net.connect(params.port, '127.0.0.1', () => resolve('connected')).on('error', reject))`,
    attempt: 'net',
  },
  {
    name: 'node:http connects',
    program: `const http = await import('node:http'); return new Promise((resolve, reject) => http.get('http://127.0.0.1:' + params.port, () => resolve('connected')).on('error', reject))`,
    attempt: 'net',
  },
  {
    name: 'node:tls connects',
    program: `const tls = await import('node:tls'); return new Promise((resolve, reject) => tls.connect(params.port, '127.0.0.1', () => resolve('connected')).on('error', reject))`,
    attempt: 'net',
  },
  {
    name: 'node:net connects to a socket file',
    program: `const net = await import('node:net'); return new Promise((resolve, reject) => net.connect(params.socketPath, () => resolve('connected')).on('error', reject))`,
  },
  {
    name: 'node:dgram sends',
    program: `const { createSocket } = await import('node:dgram'); return new Promise((resolve, reject) => { const s = createSocket('udp4'); s.on('error', reject); s.send('x', params.udpPort, '127.0.0.1', (e) => (e ? reject(e) : resolve('sent'))) })`,
    attempt: 'net',
  },
  {
    name: 'node:net listens',
    program: `const net = await import('node:net'); return new Promise((resolve, reject) => net.createServer().on('error', reject).listen(0, () => resolve('listening')))`,
    attempt: 'net',
  },
  {
    name: 'node:dns looks a name up',
    program: `const dns = await import('node:dns'); return new Promise((resolve, reject) => dns.lookup('localhost', (e, a) => (e ? reject(e) : resolve(a))))`,
  },
  {
    name: 'import loads from https',
    program: `return (await import('https://127.0.0.1:' + params.port + '/x.js')).default`,
    attempt: 'import',
  },
  { name: 'import loads from npm', program: `return (await import('npm:is-odd')).default` },
  { name: 'import loads from jsr', program: `return (await import('jsr:@std/path')).default` },
  { name: 'the inspector listens', program: `return (await import('node:inspector')).open(0) ?? 'open'` },
  {
    name: 'WebAssembly is fetched',
    program: `return WebAssembly.compileStreaming(fetch('http://127.0.0.1:' + params.port + '/x.wasm'))`,
    attempt: 'net',
  },
]

export const MACHINE: Attack[] = [
  { name: 'Deno is used', program: `return Deno.readTextFileSync(params.secretFile)` },
  {
    name: 'Deno is found through a fresh function',
    program: `return new Function('return Deno.readTextFileSync')()(params.secretFile)`,
  },
  {
    name: 'Deno is found through a module',
    program: `return (await import('data:text/javascript,export default Deno.readTextFileSync')).default(params.secretFile)`,
  },
  {
    name: 'Deno is found through a fresh context',
    program: `return (await import('node:vm')).runInNewContext('Deno.readTextFileSync')(params.secretFile)`,
  },
  {
    name: 'the internals of Deno are used',
    program: `return globalThis.Deno[globalThis.Deno.internal].core.ops.op_read_file_text_sync(params.secretFile)`,
  },
  { name: 'process is used', program: `return process.env.UNDERSTUDY_CANARY` },
  {
    name: 'an environment variable is read',
    program: `return (await import('node:process')).default.env.UNDERSTUDY_CANARY`,
    attempt: 'env',
  },
  {
    name: 'the whole environment is read',
    program: `return { ...(await import('node:process')).default.env }`,
    attempt: 'env',
  },
  {
    name: 'a command is run',
    program: `return (await import('node:child_process')).execFileSync('/bin/cat', [params.secretFile], { encoding: 'utf8' })`,
  },
  {
    name: 'a shell is run',
    program: `return (await import('node:child_process')).execSync('cat ' + params.secretFile, { encoding: 'utf8' })`,
  },
  { name: 'a cluster is forked', program: `return (await import('node:cluster')).default.fork().id` },
  {
    name: 'the parent is killed',
    program: `const p = await import('node:process'); return p.kill(p.ppid, 'SIGKILL')`,
    attempt: 'run',
  },
  { name: 'the user is changed', program: `return (await import('node:process')).setuid(0) ?? 'changed'` },
  {
    name: 'the working folder is changed',
    program: `return (await import('node:process')).chdir(params.folder) ?? 'changed'`,
  },
  {
    name: 'a native library is loaded',
    program: `const m = { exports: {} }; return (await import('node:process')).dlopen(m, '/lib/x86_64-linux-gnu/libc.so.6') ?? 'loaded'`,
  },
  {
    name: 'a native library is loaded by sqlite',
    program: `const { DatabaseSync } = await import('node:sqlite'); return new DatabaseSync(':memory:', { allowExtension: true }).loadExtension('/x.so') ?? 'loaded'`,
  },
  {
    name: 'a permission is asked for',
    program: `return (await navigator.permissions.query({ name: 'net' })).state`,
  },
  {
    name: 'a worker is started',
    program: `return new Worker('data:application/javascript,1', { type: 'module' }) && 'started'`,
  },
  {
    name: 'a worker escalates its permissions',
    program: `return new Worker('data:application/javascript,Deno.readTextFileSync', { type: 'module', deno: { permissions: 'inherit' } }) && 'started'`,
  },
  {
    name: 'the user is named',
    program: `return (await import('node:os')).userInfo().username`,
    attempt: 'sys',
  },
  { name: 'the host is named', program: `return (await import('node:os')).hostname()`, attempt: 'sys' },
  {
    name: 'the network interfaces are listed',
    program: `return (await import('node:os')).networkInterfaces()`,
    attempt: 'sys',
  },
  {
    name: 'the graphics card is reached',
    program: `return (await navigator.gpu.requestAdapter()) && 'reached'`,
  },
  { name: 'the process is ended', program: `close(); return 'still here'` },
  { name: 'the terminal is asked', program: `return prompt('password?')` },
  { name: 'something is kept in localStorage', program: `return localStorage.setItem('a', 'b') ?? 'kept'` },
  { name: 'something is kept in caches', program: `return (await caches.open('a')) && 'kept'` },
]
