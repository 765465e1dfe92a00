/** The built command line as a gateway in front of the canary server, which writes down every call that reaches it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createProject } from '../e2e/project.js'
import { MAIN } from '../fixtures/command-line.js'

export interface GatewayCommand extends Disposable {
  readonly command: string
  readonly args: string[]
  /** The names of the tools that the canary was really called for. */
  called(): readonly string[]
}

/** The command that serves it over standard input and output. Disposing removes its folder. */
export function gatewayCommand(...options: readonly string[]): GatewayCommand {
  const project = createProject()
  return {
    command: process.execPath,
    args: [MAIN, 'gateway', '--config', join(project.folder, '.mcp.json'), '--copy', 'never', ...options],
    called: () => project.canaryCalls().map((line) => JSON.parse(line).name),
    [Symbol.dispose]: () => project[Symbol.dispose](),
  }
}

export interface ServedGateway extends AsyncDisposable {
  readonly url: URL
  called(): readonly string[]
}

/** The same over HTTP. Disposing waits until the process is gone. */
export async function serveGatewayOverHttp(): Promise<ServedGateway> {
  const gateway = gatewayCommand('--listen', '127.0.0.1:0')
  const child = spawn(gateway.command, gateway.args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGINT')
    await ended
    gateway[Symbol.dispose]()
  }
  for await (const line of createInterface({ input: child.stderr })) {
    const url = / at (http:\S+);/.exec(line)?.[1]
    if (url === undefined) continue
    child.stderr.resume()
    return { url: new URL(url), called: gateway.called, [Symbol.asyncDispose]: stop }
  }
  await stop()
  throw new Error('The gateway ended before it listened')
}
