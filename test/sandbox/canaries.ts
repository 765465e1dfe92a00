/** Real things outside the sandbox that an attack would touch: files, listeners, an environment variable. */
import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Canaries extends AsyncDisposable {
  /** Everyone may read and write here, so that only the sandbox stands between. */
  readonly folder: string
  readonly secretFile: string
  readonly secret: string
  readonly port: number
  readonly udpPort: number
  readonly socketPath: string
  /** How often something arrived at the listeners. */
  arrivals(): number
  /** The names in the folder. */
  files(): Promise<string[]>
}

/** Sets the canaries up; `process.env.UNDERSTUDY_CANARY` holds the secret until they are disposed. */
export async function setUpCanaries(): Promise<Canaries> {
  const secret = `secret-${randomUUID()}`
  const folder = await mkdtemp(join(tmpdir(), 'understudy-canary-'))
  const secretFile = join(folder, 'secret.txt')
  const socketPath = join(folder, 'canary.sock')
  await chmod(folder, 0o777)
  await writeFile(secretFile, secret, { mode: 0o666 })
  process.env.UNDERSTUDY_CANARY = secret
  let arrivals = 0
  const arrive = () => {
    arrivals++
  }
  const tcp = await listening(createServer(arrive), { port: 0, host: '127.0.0.1' })
  const unix = await listening(createServer(arrive), { path: socketPath })
  await chmod(socketPath, 0o777)
  const udp = createSocket('udp4').on('message', arrive)
  udp.bind(0, '127.0.0.1')
  await once(udp, 'listening')

  return {
    folder,
    secretFile,
    secret,
    socketPath,
    port: portOf(tcp),
    udpPort: udp.address().port,
    arrivals: () => arrivals,
    files: async () => (await readdir(folder)).sort(),
    async [Symbol.asyncDispose]() {
      delete process.env.UNDERSTUDY_CANARY
      const closed = [once(tcp, 'close'), once(unix, 'close'), once(udp, 'close')]
      tcp.close()
      unix.close()
      udp.close()
      await Promise.all(closed)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function listening(
  server: Server,
  where: { port?: number; host?: string; path?: string },
): Promise<Server> {
  server.listen(where)
  await once(server, 'listening')
  return server
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
