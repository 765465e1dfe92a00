/** What the journal keeps of a rehearsal beside its calls: with which servers, rules and settings it was made. */
import { resolve } from 'node:path'
import { isJsonObject, type JsonObject } from '../../base/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'

export interface RehearsalSettings {
  /** Absolute paths, as far as files were named. */
  readonly config?: string
  readonly policy?: string
  readonly settings?: string
  readonly stubs?: string
  /** Servers of the config. */
  readonly only?: readonly string[]
  readonly assume?: readonly string[]
  /** Absolute: where relative paths start. */
  readonly cwd: string
}

export function rehearsalSettings(
  { options, cwd }: GatewayWorld,
  assume: readonly string[],
): RehearsalSettings {
  const { config, policy, settings, stubs, only } = options
  const named = Object.entries({ config, policy, settings, stubs }).flatMap(([name, file]) =>
    typeof file === 'string' ? [[name, resolve(cwd, file)] as const] : [],
  )
  return {
    ...Object.fromEntries(named),
    ...(only === undefined ? {} : { only }),
    ...(assume.length === 0 ? {} : { assume }),
    cwd,
  }
}

export function writeRehearsalSettings(settings: RehearsalSettings): string {
  return JSON.stringify({ format: FORMAT, ...settings })
}

/** Undefined for what was forgotten, and for what another release wrote. */
export function readRehearsalSettings(text: string): RehearsalSettings | undefined {
  const value: unknown = text === '' ? undefined : JSON.parse(text)
  if (!isJsonObject(value) || value.format !== FORMAT) return undefined
  const { format: _, ...settings } = value as JsonObject & { readonly format: string }
  // The journal is sealed: it is what was written.
  return settings as unknown as RehearsalSettings
}

const FORMAT = 'understudy.rehearsal/1'
