/** A gateway in front of the canary, which writes down every call that reaches it. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Gateway } from '../../src/gateway/gateway.js'
import type { GatewayOptions } from '../../src/gateway/gateway-options.js'
import { createGateway } from '../../src/gateway/index.js'
import { serveInMemory } from '../../src/server/index.js'
import { openSession, type Session, type SessionOptions } from '../../src/session/index.js'
import { fixtureFile } from '../fixtures/official-servers.js'

export interface Notes extends Disposable {
  /** Its own, and empty at first. */
  readonly folder: string
  readonly config: { readonly mcpServers: Readonly<Record<string, CanaryEntry>> }
  /** Names of the tools that were called, in order. */
  calls(): string[]
}

interface CanaryEntry {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export function createNotes(): Notes {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-gateway-'))
  const log = join(folder, 'canary.log')
  return {
    folder,
    config: { mcpServers: { notes: fixture('canary', { CANARY_LOG: log }) } },
    calls: () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line).name)
        : [],
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export function fixture(name: string, env: Readonly<Record<string, string>> = {}): CanaryEntry {
  const file = fixtureFile(name)
  return { command: process.execPath, args: [file], env }
}

/** Without copies, which have tests of their own: what is rehearsed comes from stubs, recordings and schemas. */
export function notesGateway(notes: Notes, options: Partial<GatewayOptions> = {}): Promise<Gateway> {
  return createGateway({ config: notes.config, cwd: notes.folder, copy: 'never', ...options })
}

/** A client of the gateway, in memory. */
export function connect({ service }: Gateway, options: Partial<SessionOptions> = {}): Promise<Session> {
  return openSession({
    clientInfo: { name: 'a test', version: '1' },
    transport: serveInMemory(service),
    ...options,
  })
}

export const WORKFLOW = {
  tasks: [
    { id: 'read', tool: 'notes:read_note', arguments: { id: 'welcome' } },
    { id: 'write', tool: 'notes:write_note', arguments: { id: 'copy', text: '$OUTPUT[read].text' } },
    { id: 'delete', tool: 'notes:delete_note', arguments: { id: 'welcome' }, depends_on: ['write'] },
  ],
} as const

export const PROGRAM = `const note = await mcp.notes.read_note({ id: 'welcome' })
await mcp.notes.write_note({ id: 'copy', text: note.text })
await mcp.notes.delete_note({ id: 'welcome' })
return note.text
`
