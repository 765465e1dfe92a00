/** A real PostgreSQL server of our own: in a temporary folder, on a free port of the loopback, gone with the process at the latest. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The folder of `initdb` and `postgres`, the newest where several are; undefined where there are none. */
export function findServerPrograms() {
  const versions = namesIn('/usr/lib/postgresql').sort((a, b) => Number(a) - Number(b))
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => `/usr/lib/postgresql/${version}/bin`),
  ]
  return folders.findLast((folder) => ['initdb', 'postgres'].every((name) => isThere(join(folder, name))))
}

/** @throws Error when there are no programs, or the server does not start, with its last words */
export async function createPostgresServer(wanted = {}) {
  const programs = findServerPrograms()
  if (programs === undefined)
    throw new Error('PostgreSQL is not installed: test/postgres/install.sh installs it')
  const owner = ownerOfServer()
  const folder = await mkdtemp(join(tmpdir(), 'understudy-pg-'))
  const password = 'p@ss/w%rd:?#'
  try {
    await prepareFolder(folder, password, owner)
    const data = join(folder, 'data')
    const options = ['-U', 'owner', '-E', 'UTF8', '--locale=C', '--no-sync', '-A', 'trust']
    const auth = ['--auth-host=scram-sha-256', `--pwfile=${join(folder, 'password')}`]
    execFileSync(join(programs, 'initdb'), ['-D', data, ...options, ...auth], {
      ...owner,
      stdio: 'pipe',
      cwd: folder,
    })
    const port = await freePort()
    const settings = {
      ...SETTINGS,
      ...wanted,
      port,
      unix_socket_directories: folder,
      listen_addresses: '127.0.0.1',
    }
    const certificates = {
      ssl: 'on',
      ssl_cert_file: join(folder, 'server.crt'),
      ssl_key_file: join(folder, 'server.key'),
    }
    const args = Object.entries({ ...settings, ...certificates }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const command = [join(programs, 'postgres'), '-D', data, ...args]
    let running
    const server = {
      port,
      socketFolder: folder,
      password,
      async start() {
        running = await started(command, owner, folder)
      },
      async stop(how = 'fast') {
        const ending = running
        running = undefined
        if (ending === undefined || ending.exitCode !== null) return
        const exited = once(ending, 'exit')
        if (how === 'immediate') process.kill(idOfServer(data), 'SIGQUIT')
        ending.stdin?.end()
        await exited
      },
      async [Symbol.asyncDispose]() {
        await server.stop()
        await rm(folder, { recursive: true, force: true })
      },
    }
    await server.start()
    return server
  } catch (failure) {
    await rm(folder, { recursive: true, force: true })
    throw failure
  }
}

/** As the server itself has written it down. */
function idOfServer(data) {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** It refuses to run as root. */
function ownerOfServer() {
  if (process.getuid?.() !== 0) return {}
  const id = (option) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function prepareFolder(folder, password, owner) {
  await writeFile(join(folder, 'password'), password)
  for (const name of ['server.crt', 'server.key']) await copyFile(CERTIFICATES + name, join(folder, name))
  await chmod(join(folder, 'server.key'), 0o600)
  await mkdir(join(folder, 'data'), { mode: 0o700 })
  const { uid, gid } = owner
  if (uid === undefined || gid === undefined) return
  for (const name of ['', 'password', 'server.crt', 'server.key', 'data'])
    await chown(join(folder, name), uid, gid)
}

/** The shell ends the server when our end of its input is closed, by whatever ended us. */
async function started(command, owner, cwd) {
  const script = 'exec 3<&0; "$@" & pid=$!; (cat <&3 >/dev/null; kill -INT $pid) 2>/dev/null & wait $pid'
  const child = spawn('sh', ['-c', script, 'sh', ...command], {
    ...owner,
    cwd,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const said = []
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line)
    if (!line.includes('ready to accept connections')) continue
    child.stderr.resume()
    return child
  }
  child.stdin.end()
  throw new Error(`The PostgreSQL server did not start:\n${said.join('\n')}`)
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was free')
  return address.port
}

function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    // Not where Debian puts them.
    return []
  }
}

function isThere(path) {
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
}

/** Of its data nothing is to outlive the tests. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: 60,
  shared_buffers: '16MB',
  lc_messages: 'C',
}
const CERTIFICATES = `${dirname(fileURLToPath(import.meta.url))}/`
