/** Everything that a connection said, within bounds, for tests that look and for messages of those that fail. */
import type { Complaint } from '../../session/index.js'
import type { ConnectionEnd, TapEvent } from '../../transport/index.js'
import {
  createViolationLog,
  createWireCheck,
  eventSize,
  type ProtocolSchemas,
  type Side,
  type WireCheck,
  type WireViolation,
} from '../../wire-check/index.js'
import { createBoundedLog } from './bounded-log.js'

export interface ConnectionLog {
  /** The last 1000 events, and no more than about 64 million characters of them. */
  readonly frames: readonly TapEvent[]
  /** The last 1000 lines of standard error. */
  readonly stderr: readonly string[]
  /** The last 1000. */
  readonly complaints: readonly Complaint[]
  /** The first 1000, and no more than about four million characters of their frames. */
  readonly violations: readonly WireViolation[]
  /** How many more there were, of each side. */
  readonly furtherViolations: Readonly<Record<Side, number>>
  /** How many messages were too large to be checked to the end. */
  readonly uncheckedFrames: number
  /** How the connection ended; undefined while it lives. */
  readonly end: ConnectionEnd | undefined
  /** Takes the next event of the tap. */
  see(event: TapEvent): void
  complain(complaint: Complaint): void
  lastFrames(count: number): readonly TapEvent[]
  lastStderr(count: number): readonly string[]
  /** Begins anew with another connection to the same server; what was said stays. */
  reopen(): void
}

/** Creates an empty log. Without `schemas` no frame is checked. */
export function createConnectionLog(schemas: (() => ProtocolSchemas) | undefined): ConnectionLog {
  const frames = createBoundedLog({ maxEntries: MAX_KEPT, maxSize: MAX_SIZE, sizeOf: eventSize })
  const stderr = createBoundedLog<string>({ maxEntries: MAX_KEPT })
  const complaints = createBoundedLog<Complaint>({ maxEntries: MAX_KEPT })
  const judge = createLateJudge(schemas)
  let end: ConnectionEnd | undefined

  return {
    get violations() {
      return judge.violations().kept
    },
    get furtherViolations() {
      return judge.violations().further
    },
    get uncheckedFrames() {
      return judge.unchecked()
    },
    get frames() {
      return frames.entries
    },
    get stderr() {
      return stderr.entries
    },
    get complaints() {
      return complaints.entries
    },
    get end() {
      return end
    },
    see(event) {
      const size = frames.add(event)
      if (event.kind === 'stderr') stderr.add(event.line)
      if (event.kind === 'closed') end = event.end
      judge.see(event, size)
    },
    complain: (complaint) => complaints.add(complaint),
    lastFrames: (count) => frames.last(count),
    lastStderr: (count) => stderr.last(count),
    reopen() {
      judge.reopen()
      end = undefined
    },
  }
}

/**
 * Frames are judged when somebody asks for violations, or when many wait: most tests never ask, and the check costs more than the
 * call.
 */
function createLateJudge(schemas: (() => ProtocolSchemas) | undefined) {
  const violations = createViolationLog()
  let check: WireCheck | undefined
  let unjudged: TapEvent[] = []
  let sizeOfUnjudged = 0
  let uncheckedBefore = 0

  function judgeAll(): void {
    const events = unjudged
    unjudged = []
    sizeOfUnjudged = 0
    check ??= schemas === undefined ? undefined : createWireCheck(schemas())
    for (const event of events) if (check !== undefined) violations.add(check.see(event))
  }

  return {
    see(event: TapEvent, size: number): void {
      if (schemas === undefined) return
      unjudged.push(event)
      sizeOfUnjudged += size
      if (unjudged.length >= MAX_UNJUDGED || sizeOfUnjudged > MAX_UNJUDGED_SIZE) judgeAll()
    },
    violations() {
      judgeAll()
      return violations
    },
    unchecked(): number {
      judgeAll()
      return uncheckedBefore + (check?.unchecked ?? 0)
    },
    /** What comes from now on is said on another connection. */
    reopen(): void {
      judgeAll()
      uncheckedBefore += check?.unchecked ?? 0
      check = undefined
    },
  }
}

const MAX_KEPT = 1000
/** More than a test says: to read the schemas of the protocol takes as long as hundreds of calls. */
const MAX_UNJUDGED = 20_000
/** Characters. */
const MAX_UNJUDGED_SIZE = 16 * 1024 * 1024
const MAX_SIZE = 64 * 1024 * 1024
