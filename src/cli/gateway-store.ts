/** Where a gateway keeps recordings: beside its config, since its client may start it in any folder. */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { printable, StoreError } from '../base/index.js'
import type { GatewayMode } from '../gateway/choices/index.js'
import { DEFAULT_STORE, openStore, type RecordingStore, secretValues } from '../recording/index.js'
import type { DiscreetIo } from './discreet-io.js'
import { tellLink } from './stores.js'

export interface GatewayStoreChoice {
  readonly mode: GatewayMode
  readonly config?: string
  /** A path or URL; true for the default one, false for none. */
  readonly store?: string | boolean
}

export interface GatewayStore extends AsyncDisposable {
  /** As it is named to the user; absent where there is none. */
  readonly name?: string
  /** What the gateway gets: a name that it opens itself, or what is open already. */
  readonly store?: string | RecordingStore
}

/**
 * What was chosen is used, or its failure is one. Else a gateway that really calls, or records, makes the default store, and those
 * that only read use it where it exists; real calls go on without it where it cannot be opened, which `warn` is told.
 */
export async function openGatewayStore(
  choice: GatewayStoreChoice,
  io: DiscreetIo,
  warn: (message: string) => void,
): Promise<GatewayStore> {
  const { store, mode } = choice
  const beside = join(choice.config === undefined ? '' : dirname(choice.config), DEFAULT_STORE)
  if (store === false) return nothing()
  if (typeof store !== 'string') tellLink(beside, io)
  if (store === true) return named(mode === 'dry' || mode === 'replay' ? readable(beside, io) : beside)
  if (store !== undefined) {
    io.keepSecret(secretValues({ store }))
    return named(store)
  }
  if (mode === 'record') return named(beside)
  if (mode === 'live') return opened(beside, io, warn)
  const isRead = mode === 'dry' || mode === 'replay'
  const name = readable(beside, io)
  return isRead && existsSync(resolve(io.cwd, name)) ? named(name) : nothing()
}

/** Other commands keep theirs in the folder that they run in. */
function readable(beside: string, { cwd }: DiscreetIo): string {
  return [beside, DEFAULT_STORE].find((name) => existsSync(resolve(cwd, name))) ?? beside
}

/** Nobody asked for it: a folder that cannot be written is no reason to serve nothing. */
async function opened(
  name: string,
  { cwd }: DiscreetIo,
  warn: (message: string) => void,
): Promise<GatewayStore> {
  try {
    const store = await openStore(resolve(cwd, name), { warn })
    return { name, store, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
  } catch (failure) {
    if (!(failure instanceof StoreError)) throw failure
    const [line = ''] = failure.message.split('\n')
    warn(`Nothing is recorded: ${printable(line)}; --store PATH names another store, --no-store none`)
    return nothing()
  }
}

function named(name: string): GatewayStore {
  return { name, store: name, [Symbol.asyncDispose]: () => Promise.resolve() }
}

function nothing(): GatewayStore {
  return { [Symbol.asyncDispose]: () => Promise.resolve() }
}
