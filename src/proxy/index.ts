/**
 * `relay-bytes.ts` is stdio, `http-proxy.ts` HTTP; bytes go first, and the taps read copies. `bridge-http.ts` is a client on
 * stdio and a server over HTTP, whose requests are recorded by the same tap; `http-front.ts` is clients over HTTP and servers on
 * stdio, one a session or one that is shared. `recorder-process/` lets another process record what passes on stdio, so that a call
 * takes as long as through a program that only copies: how that one is started, told and replaced. Its program is the command line's.
 */
export { type BridgeEnd, type BridgeOptions, bridgeHttp } from './bridge-http.js'
export { type Credentials, createCredentials } from './credentials.js'
export { createDurability, type Durability, heldBack } from './durability.js'
export { startHttpFront } from './http-front.js'
export { type HttpProxy, type HttpProxyOptions, startHttpProxy } from './http-proxy.js'
export { createFrameReader, type Frame } from './recorder-process/frames.js'
export type { RecorderPipes } from './recorder-process/recorder-child.js'
export type { Kept, RecorderStart, Stored } from './recorder-process/settings.js'
export { startRecorderProcess } from './recorder-process/start-recorder-process.js'
export { storeOfSuccessor } from './recorder-process/store-of-successor.js'
export { type ClientPipes, type RelayOptions, relayBytes } from './relay-bytes.js'
export { createWireTap, type WireTap } from './tap-wire.js'
