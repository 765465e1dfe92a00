/**
 * `parse-servers-config.ts` reads the files that people have, an entry each by `read-entry.ts`; `parse-settings.ts` reads our
 * own. `variables.ts` and `config-inputs.ts` fill in what entries leave open, `put-gateway-in-front.ts` edits a client's file.
 */
export { contractsUnder } from './contracts-under.js'
export { parseRate } from './parse-rate.js'
export { parseServersConfig, type ServersConfig } from './parse-servers-config.js'
export { parseSettings } from './parse-settings.js'
export { parseStubsFile } from './parse-stubs-file.js'
export { type FrontedConfig, putGatewayInFront } from './put-gateway-in-front.js'
export { toolPatternProblem } from './read-contacts.js'
export type { EntryContext } from './read-entry.js'
export { readPolicyFile } from './read-policy-file.js'
export { secretsInText } from './secrets-in-text.js'
export {
  type ContainerLaunch,
  type HttpLaunch,
  launchDigest,
  type ServerEntry,
  type StdioLaunch,
} from './server-entry.js'
export { principalIn, secretsOfServer } from './server-secrets.js'
export {
  ignoredOf,
  NO_SETTINGS,
  type Preview,
  recordingRules,
  type Settings,
  type StandIn,
  serverSettings,
  ttlOf,
  withoutTrust,
} from './settings.js'
export { effectsAsStated, settingsEffects, statedFootprints } from './stated-effects.js'
