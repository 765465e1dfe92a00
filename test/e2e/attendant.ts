/** The command line as a process of its own, and a server that tells when it was asked what it never answers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { MAIN } from '../fixtures/command-line.js'
import { fixture } from '../fixtures/start-server.js'
import type { Project } from './project.js'

export interface Run {
  readonly child: ChildProcess
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>
}

/** The command line as a process of its own. */
export function startCommand(project: Project, ...args: readonly string[]): Run {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: project.folder })
  const output = Promise.all([text(child.stdout).catch(() => ''), text(child.stderr), once(child, 'exit')])
  return { child, ended: output.then(([stdout, stderr]) => ({ code: child.exitCode, stdout, stderr })) }
}

export interface Attendant extends AsyncDisposable {
  /** `-- COMMAND` of a server that never answers the method. */
  serverThatIgnores(method: string, ...manner: readonly 'stubborn'[]): readonly string[]
  /** Resolves when the server was asked what it ignores. */
  asked(): Promise<AttendedServer>
}

export interface AttendedServer {
  /** Resolves when its standard input has ended. */
  readonly stdinEnded: Promise<unknown>
  /** Resolves when it has ended: its connection lasts as long as it lives. */
  readonly gone: Promise<unknown>
}

/** Listens in the project's folder. */
export async function createAttendant({ folder }: Pick<Project, 'folder'>): Promise<Attendant> {
  const path = join(folder, 'attendant')
  const listener: Server = createServer().listen(path)
  const askedServers: AttendedServer[] = []
  let wake: () => void = () => undefined
  // A command may start a server to list its tools, and start it again to call them, while the first one still ends.
  listener.on('connection', async (socket: Socket) => {
    const gone = once(socket, 'close')
    const isAsked = await Promise.race([once(socket, 'data').then(() => true), gone.then(() => false)])
    if (isAsked) askedServers.push({ gone, stdinEnded: once(socket, 'data') })
    wake()
  })
  await once(listener, 'listening')
  return {
    serverThatIgnores(method, ...manner) {
      const { command, args = [] } = fixture('attended', [path, method, ...manner])
      return ['--', command, ...args]
    },
    async asked() {
      for (;;) {
        const server = askedServers.shift()
        if (server !== undefined) return server
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => void listener.close(() => resolve())),
  }
}
