/** The door `mcp-understudy/recording`: what users need of this module. Our own modules enter it through index.ts. */
export type { LockPatience } from '../database/index.js'
export { type CassetteOptions, openCassetteStore } from './cassette/cassette-store.js'
export type { EarlierContract } from './freshness/earlier-contract.js'
export type { Freshness } from './freshness/staleness.js'
export type { KnownContract } from './known-contract.js'
export { openMemoryStore } from './memory-store.js'
export { keepObserved, type Observation, type SeenEffect } from './observed-effects.js'
export type { Claim } from './postgres/postgres-claims.js'
export type { SharedDocument, SharedDocuments } from './postgres/postgres-documents.js'
export type { GenerationChange, SharedGenerations } from './postgres/postgres-generations.js'
export { openPostgresStore, type PostgresOptions, type SharedStore } from './postgres/postgres-store.js'
export { principalOf } from './principal.js'
export { type LiveContract, type RecordOptions, recordAnswerer } from './record-answerer.js'
export { isAnswer, outcomeOf } from './recorded-answer.js'
export type {
  HttpFacts,
  Interjection,
  OtherId,
  RecordedEffect,
  RecordedResponse,
  RecordedTool,
  Recording,
} from './recording.js'
export { KEY_VERSION, type KeyParts, recordingKey } from './recording-key.js'
export type { Generations, RecordingFilter, RecordingStore } from './recording-store.js'
export { type FoundSecret, findSecrets } from './redaction/find-secrets.js'
export type { RedactionRules } from './redaction/redaction-rules.js'
export { createRedactor, type Redactor, type RedactorOptions } from './redaction/redactor.js'
export { secretValues } from './redaction/secret-values.js'
export { type ReplayOptions, replayAnswerer } from './replay-answerer.js'
export { openSqliteStore, type SqliteOptions } from './sqlite/sqlite-store.js'
export { type ImportedRecordings, importRecordings } from './transfer/import-recordings.js'
