/** Real servers behind upstreams, and what they did. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '../../../src/base/index.js'
import type { ServerEntry } from '../../../src/config/index.js'
import type { Requester } from '../../../src/gateway/requester.js'
import { createUpstreams } from '../../../src/gateway/upstreams/create-upstreams.js'
import type { UpstreamsOptions } from '../../../src/gateway/upstreams/options.js'
import type { LiveUpstreams } from '../../../src/gateway/upstreams/upstreams.js'
import { isRunning } from '../../../src/transport/index.js'
import { fixture } from '../../fixtures/start-server.js'

const CLIENT = { name: 'test', version: '0.0.0' }

/** A folder, gone with the test, in which servers note who they are and how they were called. */
export interface Notebook extends Disposable {
  entry(name: string, server?: string, env?: Readonly<Record<string, string>>): ServerEntry
  pids(): readonly number[]
  calls(): readonly string[]
  path(name: string): string
}

export function createNotebook(): Notebook {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-upstreams-'))
  const path = (name: string): string => join(folder, name)
  const lines = (name: string): string[] =>
    existsSync(path(name)) ? readFileSync(path(name), 'utf8').trim().split('\n') : []
  return {
    path,
    entry(name, server = 'many-moods', env = {}) {
      const { command, args = [] } = fixture(server)
      const noted = { PIDS: path('pids'), CALLS: path('calls'), ...env }
      return { name, launch: { kind: 'stdio', command, args, env: noted } }
    },
    pids: () => lines('pids').map(Number),
    calls: () => lines('calls'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A busy machine starts a server in more time than a list is waited for by default. */
export const PATIENT = { clientInfo: CLIENT, listPatienceMs: 120_000 }

/** Upstreams that fail the test when one of their processes outlives them. */
export function openUpstreams(
  notebook: Notebook,
  entries: readonly ServerEntry[],
  options: Partial<UpstreamsOptions> = {},
): LiveUpstreams {
  const upstreams = createUpstreams({ entries, ...PATIENT, ...options })
  return {
    ...upstreams,
    async [Symbol.asyncDispose]() {
      await upstreams.close()
      const left = notebook.pids().filter(isRunning)
      if (left.length > 0) throw new Error(`Processes that outlived their upstreams: ${left.join(', ')}`)
    },
  }
}

export interface Asked {
  readonly by: string
  readonly method: string
}

/** A client, what it was told and what it was asked; it answers each question with its name. */
export function createRequester(
  key: string,
  some: Partial<Requester> = {},
): Requester & { readonly told: readonly string[]; readonly questions: readonly JsonObject[] } {
  const told: string[] = []
  const questions: JsonObject[] = []
  return {
    ...{
      key,
      principal: 'anonymous',
      capabilities: {},
      signal: new AbortController().signal,
      told,
      questions,
    },
    ask(method, params) {
      questions.push({ method, params })
      return Promise.resolve({ by: key, method })
    },
    tell: (method) => void told.push(method),
    ...some,
  }
}

/** The text of a tool's answer. */
export async function call(
  upstreams: LiveUpstreams,
  server: string,
  requester: Requester,
  tool: string,
  args: JsonObject = {},
): Promise<string> {
  const outcome = await upstreams.use(server, requester, (session) => session.callTool(tool, args))
  if (outcome.kind !== 'result') throw new Error(`${tool} of ${server} answered with a ${outcome.kind}`)
  const [content] = outcome.content
  return content?.type === 'text' ? String(content.text) : ''
}
