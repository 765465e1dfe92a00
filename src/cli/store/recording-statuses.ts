/** How a recorded exchange can have ended, each in one word. */
export const RECORDING_STATUSES = [
  'result',
  'tool-error',
  'rpc-error',
  'unusable',
  'interim',
  'refused',
  'http',
  'timed-out',
  'cancelled',
  'broken',
] as const

/**
 * `interim`: a step on the way to an answer. `refused`: for its HTTP headers. `http`: an answer of HTTP alone.
 * `unusable`: the result of a tool that is none, or an answer that named another request.
 */
export type RecordingStatus = (typeof RECORDING_STATUSES)[number]
