/** The guest: waits for a program, runs it, and ends with it. The only code of this package that runs inside the sandbox. */
import { createAttempts } from './attempts.js'
import { installBlobs } from './blobs.js'
import { installBodies } from './bodies.js'
import { ProgramCalls } from './calls.js'
import { openChannel } from './channel.js'
import { installClocks } from './clocks.js'
import { compile } from './compile.js'
import { confineGlobals } from './confine.js'
import { installConsole } from './console.js'
import { installEvaluators } from './evaluators.js'
import { type Events, WorldEvents } from './events.js'
import { installKeys } from './keys.js'
import { createLimits } from './limits.js'
import { createMcp } from './mcp.js'
import { installParsing } from './parsing.js'
import {
  BASE64_NAMES,
  BODY_NAMES,
  BUFFER_NAMES,
  beginParts,
  createPart,
  PATTERN_NAMES,
  type Part,
  TIMER_NAMES,
} from './parts.js'
import { bare, defineProperty, settle } from './primordials.js'
import { ProgramDrive } from './program.js'
import { installRandomness } from './randomness.js'
import { watchRealWork } from './real-work.js'
import { installSourceTexts } from './replace.js'
import { nextTurn, refuseToRun } from './runtime.js'
import { installStacks } from './stack.js'
import { createStream, type StreamStart } from './stream.js'
import { installTemporal } from './temporal.js'
import { installTimers } from './timers.js'
import { ToolError } from './tool-error.js'
import { takeUncaughtErrors } from './uncaught.js'
import { installReferences, installWaiting } from './waiting.js'
import { Witness } from './witness.js'

startGuest()

/** All that does not hang on the program is done before it comes, while the guest waits in the pool. */
function startGuest(): void {
  const channel = openChannel()
  const limits = createLimits(channel)
  const attempts = createAttempts(channel)
  const events = new WorldEvents()
  const stacks = installStacks()
  const witness = new Witness(channel, events)
  const beforeCall = (): void => witness.tell(false)
  const calls = new ProgramCalls({ channel, limits, events, stacks, beforeCall })
  const setKeys = installKeys(events, attempts)
  const realWork = watchRealWork(events)
  const drive = new ProgramDrive({
    ...{ channel, limits, events, stacks, calls, realWork },
    ...{ beforeEnd: () => witness.tell(true), onOver: awaitProgram },
  })
  const mcp = createMcp(calls)

  const setChance = installRandomness(events)
  const setUpTime = installClocks(events)
  const parts = installGlobals(events, (thrown) => drive.fail(thrown))
  installConsole(channel, limits, events)
  installEvaluators(attempts)
  installParsing()
  confineGlobals()
  installSourceTexts()
  defineProperty(globalThis, 'ToolError', bare({ value: ToolError, writable: true, configurable: true }))
  warmUp(() =>
    nextTurn(() => {
      takeUncaughtErrors((thrown) => drive.stop(thrown))
      channel.send('"type":"ready"')
      awaitProgram()
    }),
  )

  function awaitProgram(): void {
    let job = channel.receive()
    while (job.type !== 'execute') job = channel.receive()
    channel.begin(job.secret)
    limits.begin({ maxBytes: job.max_bytes, maxDepth: job.max_depth })
    const start: StreamStart = job.world.kind === 'virtual' ? job.world.chance : [0, 0, 0, 0]
    events.begin(job.world, createStream(start, 0))
    setUpTime(createStream(start, 1))
    setChance(witness.noting(createStream(start, 2)))
    setKeys(witness.noting(createStream(start, 3)))
    calls.begin()
    witness.begin(job)
    stacks.begin(job.file_name, job.watcher)
    beginParts(parts, job.code)
    drive.start(() => compile(job.code, job.watcher)(mcp, job.params, witness.entry))
  }
}

/** Time's own functions, and parts that are made when a program asks for them. */
function installGlobals(events: Events, onError: (thrown: unknown) => void): readonly Part[] {
  installTemporal(events)
  const installTimerFunctions = installTimers(events, onError)
  installWaiting(events)
  installReferences()
  return [
    createPart({ names: TIMER_NAMES, otherWords: [], install: installTimerFunctions }),
    createPart({
      names: BODY_NAMES,
      // What compiles a stream makes its body itself.
      otherWords: ['Streaming'],
      install: () => installBodies(installBlobs(events)),
    }),
    createPart({ names: BASE64_NAMES, otherWords: [], install: () => undefined }),
    createPart({ names: BUFFER_NAMES, otherWords: [], install: () => undefined }),
    createPart({ names: PATTERN_NAMES, otherWords: [], install: () => undefined }),
  ]
}

/** Runs a program that must fail, so that the first real one finds the engine warm, and the door to modules closed. */
function warmUp(onceWarm: () => void): void {
  const loads = compile('return import("node:path")')({}, null)
  settle(loads, () => refuseToRun('it loads modules where none may be loaded'), onceWarm)
}
