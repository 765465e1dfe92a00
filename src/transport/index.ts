/**
 * `http/` is all that knows of HTTP, `container/` of engines: it starts the engine's client as a process on stdio, and looks
 * after the container, which outlives that client. `grace` says how long who is to end may take, `http/reconnection` when a
 * stream that broke is asked for again; `read-in-turns` and `delivery` keep a flood from holding up our timers. `copy/` is the
 * only place with namespaces: `copy/setup/` is what runs in them, in a Deno of its own, and knows the host by `copy/setup/plan.ts` alone;
 * `copy/changes/` looks from outside.
 */
export { type BuildOptions, type BuiltImage, buildImage } from './container/build-image.js'
export {
  type ContainerSettings,
  type ContainerTarget,
  checkTarget,
  type ImageBuild,
} from './container/container-target.js'
export {
  askEngine,
  type ContainerEngine,
  type EngineName,
  type EngineRunOptions,
  findEngine,
} from './container/engine.js'
export { type Mount, parseMount } from './container/mount.js'
export type { RunningContainer } from './container/prepare-container.js'
export type { EngineReply } from './container/run-engine.js'
export {
  type ContainerOptions,
  type ContainerTransport,
  startContainer,
} from './container/start-container.js'
export { startContainerPipes } from './container/start-container-pipes.js'
export { describeEnd, endData, stderrEvidence } from './describe-end.js'
export { checkedUrl } from './http/check-endpoint.js'
export { createEventStreamDecoder, type EventStreamDecoder, type StreamEvent } from './http/event-stream.js'
export type { Fetch, HttpExchange } from './http/http-exchange.js'
export { type HttpOptions, startHttp } from './http/start-http.js'
export type { Launch } from './launch.js'
export { linkedTransports } from './memory.js'
export { type PipedProcess, type ProcessEnd, pipedProcess } from './piped-process.js'
export { type ProgramOptions, type ProgramRun, runProgram } from './run-program.js'
export { isRunning, killProcess } from './running-process.js'
export { linkServer, type SdkTransport, type ServerObject } from './server-object.js'
export { type GivenCommand, isInside, type PathLookup, serverRoots } from './server-roots.js'
export { type PipesOptions, startPipes } from './start-pipes.js'
export { type StdioOptions, type StdioTransport, startStdio } from './stdio.js'
export { type Surrounded, surround } from './surround.js'
export { type TapEvent, tapTransport } from './tap.js'
export type { ConnectionEnd, Noise, SendOptions, Transport, TransportReceiver } from './transport.js'
export { holdsWithin } from './within.js'
