/**
 * What rehearsals of a gateway may ask for real, as its settings allow it. No mode imports this: where the settings allow nothing, it is
 * not loaded, and nothing in a dry gateway leads to it.
 */
import { defined, packageVersion } from '../../base/index.js'
import { secretsOfServer, serverSettings } from '../../config/index.js'
import { type ContactWishes, createContacts, planContacts } from '../../contact/index.js'
import { type GatewayWorld, recordingPrincipal } from '../opening/gateway-world.js'
import type { MakeContacts } from './make-contacts.js'

export function gatewayContacts(world: GatewayWorld): MakeContacts {
  const { settings, policy, effects, entries, options, clock, cwd, line, store, warn, redactor } = world
  const { era, timeoutMs, probeTimeoutMs, env = process.env } = options
  return (registry, by, signal) => {
    const wishes = new Map(
      registry.servers.map(({ server }): [string, ContactWishes] => {
        const { liveReads, previews, rehearse } = serverSettings(settings, server)
        const isReached = entries.some(({ name }) => name === server)
        return [server, { ...(isReached ? defined({ liveReads, previews }) : {}), ...defined({ rehearse }) }]
      }),
    )
    const rules = { registry, wishes, policy, effects }
    const planned = planContacts(rules)
    const contacts = createContacts(planned, {
      ...{ ...rules, entries, env, cwd, clock, warn },
      session: () => ({
        ...{ clock, signal, marks: line.marks() },
        clientInfo: { name: 'understudy', version: packageVersion() },
        ...defined({ era, timeoutMs, probeTimeoutMs }),
      }),
      ...(store === undefined
        ? {}
        : {
            record: {
              ...{ store, clock, redactor, principal: recordingPrincipal(world, store, by.principal) },
              onStoreFailure: ({ message }) => warn(`Not everything was recorded. ${message}`),
            },
          }),
    })
    const secrets = [...wishes.values()].flatMap(({ rehearse }) =>
      rehearse === undefined || 'unusable' in rehearse.with ? [] : secretsOfServer(rehearse.with),
    )
    return {
      options: { contacts, effects: [...effects, planned.effects], findings: planned.findings },
      secrets,
      [Symbol.asyncDispose]: () => contacts[Symbol.asyncDispose](),
    }
  }
}
