/**
 * A recording passes the redactor before it meets a store; `capture/` makes recordings of the messages that pass, and knows no
 * transport; `redaction/` finds and replaces secrets; `freshness/` says when one is stale, `matching/` what counts of a call's
 * arguments and how near answers come; `cassette/` is the file of JSON Lines: its lines, where they stand, and how several
 * processes write them; `transfer/` moves recordings from store to store. `public.ts` is the door that users have, narrower than
 * `index.ts`.
 */
export { checkPostgresDriver, checkSqliteDriver, type LockPatience } from '../database/index.js'
export type { MessageStreamFacts } from './capture/calls-in-flight.js'
export type { RecordedContract } from './capture/contracts.js'
export type { MessageStream, MessageStreamKind } from './capture/message-stream.js'
export { recordEvents, type SeenEvent } from './capture/record-events.js'
export {
  createRecorder,
  type RecordedConnection,
  type RecordedCounts,
  type Recorder,
  type RecorderOptions,
} from './capture/recorder.js'
export { writtenResponse } from './capture/written-response.js'
export { type CassetteOptions, openCassetteStore } from './cassette/cassette-store.js'
export { type CassetteContent, writeCassette } from './cassette/write-cassette.js'
export type { EarlierContract } from './freshness/earlier-contract.js'
export { type Freshness, type Surroundings, whyStale } from './freshness/staleness.js'
export type { KnownContract } from './known-contract.js'
export { lastingArguments } from './matching/lasting-arguments.js'
export { type AnswerScore, type ScoredAnswer, scoreAnswer } from './matching/score-answer.js'
export { openMemoryStore } from './memory-store.js'
export { keepObserved, keptEffects, OBSERVED_EFFECT, type Observation } from './observed-effects.js'
export { beginningOf, type OpenStoreOptions, openStore } from './open-store.js'
export type { Claim } from './postgres/postgres-claims.js'
export type { GenerationChange, SharedGenerations } from './postgres/postgres-generations.js'
export { openPostgresStore, type PostgresOptions, type SharedStore } from './postgres/postgres-store.js'
export { principalOf } from './principal.js'
export { type LiveContract, type RecordOptions, recordAnswerer } from './record-answerer.js'
export { argumentsOf, isAnswer, isToolRecording, outcomeOf, responseOf } from './recorded-answer.js'
export {
  type HttpFacts,
  type Interjection,
  type OtherId,
  type RecordedEffect,
  type RecordedResponse,
  type RecordedTool,
  type Recording,
  type ToolRecording,
  validWritten,
  type WrittenResponse,
} from './recording.js'
export {
  KEY_VERSION,
  type KeyParts,
  type RequestKeyParts,
  recordingKey,
  requestKey,
} from './recording-key.js'
export {
  type Generations,
  type RecordingFilter,
  type RecordingStore,
  refuseReadOnly,
} from './recording-store.js'
export {
  createRedactor,
  type FoundSecret,
  findSecrets,
  type RedactionRules,
  type Redactor,
  type RedactorOptions,
  redactResponse,
  secretValues,
} from './redaction/index.js'
export { type ReplayOptions, recordedDurations, replayAnswerer, stalenessOf } from './replay-answerer.js'
export {
  type IdentifiedRequest,
  identifyRequest,
  type RequestIdentity,
} from './request-identity.js'

export { saidOtherwise } from './said-otherwise.js'
export { openSqliteStore, type SqliteOptions } from './sqlite/sqlite-store.js'
export { DEFAULT_STORE, isPostgresUrl } from './store-name.js'
export { type ImportedRecordings, importRecordings } from './transfer/import-recordings.js'
