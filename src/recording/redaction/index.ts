export { type FoundSecret, findSecrets } from './find-secrets.js'
export { redactResponse } from './redact-message.js'
export type { RedactionRules } from './redaction-rules.js'
export {
  captureRedactor,
  createRedactor,
  type RedactionSettings,
  type Redactor,
  type RedactorOptions,
} from './redactor.js'
export { secretValues } from './secret-values.js'
