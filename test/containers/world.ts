/** The engine of this machine, as the container tests use it. Only for files that containers.test.ts loads: an engine answers then. */
import { expect, vi } from 'vitest'
import { MockMCPClient, type StartOptions } from '../../src/testing/index.js'
import { type ContainerEngine, findEngine } from '../../src/transport/index.js'
import type { TestImages } from './base-image.js'
import { ENGINE_STATE } from './engine-state.js'

export const TIMEOUT_MS = 180_000

export function engineState(): { readonly name: string; readonly version: string } & TestImages {
  if (ENGINE_STATE.kind === 'silent') throw new Error(ENGINE_STATE.reason)
  const { name, version, images } = ENGINE_STATE
  return { name, version, ...images }
}

/** The container of a fixture server: no network, and nothing but what is given. */
export function server(name: string, ...args: readonly string[]) {
  return { image: engineState().server, args: [`${name}.mjs`, ...args], network: 'none' } as const
}

/** Of the containers of all clients that were started by `startClient`. */
export const namesOfClients = new Set<string>()

/** A client whose server must keep the protocol, and whose container must be gone at the end. */
export async function startClient(options: StartOptions): Promise<MockMCPClient> {
  const client = await MockMCPClient.start({ timeout: TIMEOUT_MS, wireCheck: 'throw', ...options })
  const name = client.container?.name ?? ''
  namesOfClients.add(name)
  const stop = client.stop.bind(client)
  return Object.assign(client, {
    async [Symbol.asyncDispose]() {
      await stop()
      expect(await exists(name)).toBe(false)
    },
  })
}

/** Whether the engine knows a container, in whatever state. */
export async function exists(name: string): Promise<boolean> {
  const { run } = await engine()
  return (await run(['container', 'inspect', name])).exitCode === 0
}

export function engine(): Promise<ContainerEngine> {
  return findEngine(engineState().name === 'docker' ? 'docker' : 'podman')
}

/** The names of the containers that carry a label. */
export async function containersOf(filter: string): Promise<readonly string[]> {
  const { run } = await engine()
  const { stdout } = await run(['ps', '--all', '--format={{.Names}}', `--filter=${filter}`])
  return stdout.split('\n').filter((name) => name !== '')
}

/** Waits for what another process does. */
export function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: TIMEOUT_MS, interval: 100 })
}
