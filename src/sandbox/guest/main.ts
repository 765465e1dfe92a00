/** The guest: waits for a program, runs it, and ends with it. The only code of this package that runs inside the sandbox. */
import { createCalls } from './calls.js'
import { openChannel } from './channel.js'
import { installClocks } from './clocks.js'
import { confineGlobals } from './confine.js'
import { installConsole } from './console.js'
import { createEvents } from './events.js'
import { createLimits } from './limits.js'
import { createMcp } from './mcp.js'
import { createDrive, warmUp } from './program.js'
import { installRandomness } from './randomness.js'
import { watchRealWork } from './real-work.js'
import { nextTurn } from './runtime.js'
import { installStacks } from './stack.js'
import { installTimers, setGlobal } from './timers.js'
import { ToolError } from './tool-error.js'

startGuest()

/** All that does not hang on the program is done before it comes, while the guest waits in the pool. */
function startGuest(): void {
  const channel = openChannel()
  const limits = createLimits(channel)
  const events = createEvents()
  const stacks = installStacks()
  const calls = createCalls(channel, limits, events, stacks)
  const realWork = watchRealWork()
  const drive = createDrive({ channel, limits, events, stacks, calls, realWork })
  const mcp = createMcp(calls)

  addEventListener('unhandledrejection', (event) => takeOver(event, event.reason))
  addEventListener('error', (event) => takeOver(event, event.error))
  const setChance = installRandomness()
  installClocks(events)
  installTimers(events, drive.fail)
  installConsole(channel, limits, events)
  setGlobal('ToolError', ToolError)
  confineGlobals()
  warmUp()
  nextTurn(awaitProgram)

  function awaitProgram(): void {
    channel.send('{"type":"ready"}')
    const job = channel.receive()
    if (job.type !== 'execute') return
    limits.begin({ maxBytes: job.max_bytes, maxDepth: job.max_depth })
    events.begin(job.world)
    stacks.begin(job.file_name)
    setChance(job.world)
    drive.start(job.code, mcp, job.params)
  }

  function takeOver(
    event: { preventDefault(): void; stopImmediatePropagation(): void },
    thrown: unknown,
  ): void {
    event.preventDefault()
    event.stopImmediatePropagation()
    drive.stop(thrown)
  }
}

declare function addEventListener(
  type: 'unhandledrejection' | 'error',
  listener: (event: {
    readonly reason?: unknown
    readonly error?: unknown
    preventDefault(): void
    stopImmediatePropagation(): void
  }) => void,
): void
