/** Tools out of a lock, in place of asking their servers. */
import type { ServerTools } from '../registry.js'
import type { ContractLock } from './contract-lock.js'

/** The locked tools of each server: what `rehearse` and `createRegistry` take. Locks of earlier releases hold no descriptions. */
export function toolsOfLock({ servers }: ContractLock): readonly ServerTools[] {
  return servers.map(({ name, version, capabilities, tools }) => ({
    server: name,
    ...(version === undefined ? {} : { version }),
    ...(capabilities === undefined ? {} : { capabilities }),
    tools: tools.map(({ name, title, description, annotations, inputSchema, outputSchema }) => ({
      name,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      inputSchema,
      ...(outputSchema === undefined ? {} : { outputSchema }),
      ...(annotations === undefined ? {} : { annotations }),
    })),
  }))
}
