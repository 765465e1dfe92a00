/**
 * `relay-bytes.ts` is stdio, `http-proxy.ts` HTTP; bytes go first, and the taps read copies. `bridge-http.ts` is a client on
 * stdio and a server over HTTP, whose requests are recorded by the same tap; `http-front.ts` is clients over HTTP and servers on
 * stdio, one a session or one that is shared. `cli/recorder-process/` is the process that records what passes on stdio, so that a
 * call takes as long as through a program that only copies.
 */
export { type BridgeEnd, type BridgeOptions, bridgeHttp } from './bridge-http.js'
export { type Credentials, createCredentials } from './credentials.js'
export { createDurability, type Durability, heldBack } from './durability.js'
export { startHttpFront } from './http-front.js'
export { type HttpProxy, type HttpProxyOptions, startHttpProxy } from './http-proxy.js'
export { type ClientPipes, type RelayOptions, relayBytes } from './relay-bytes.js'
export { createWireTap, type WireTap } from './tap-wire.js'
