/** Tools out of a lock, in place of asking their servers. */
import { defined } from '../../base/index.js'
import type { ServerTools } from '../registry.js'
import type { ContractLock } from './contract-lock.js'

/** The locked tools of each server: what `rehearse` and `createRegistry` take. Locks of earlier releases hold no descriptions. */
export function toolsOfLock({ servers }: ContractLock): readonly ServerTools[] {
  return servers.map(({ name, version, capabilities, tools }) => ({
    server: name,
    ...defined({ version, capabilities }),
    tools: tools.map(({ name, title, description, annotations, inputSchema, outputSchema }) => ({
      name,
      ...defined({ title, description }),
      inputSchema,
      ...defined({ outputSchema, annotations }),
    })),
  }))
}
