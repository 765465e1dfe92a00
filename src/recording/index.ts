export type { Recording } from './recording.js'
export type { RecordingFilter, RecordingStore } from './recording-store.js'
