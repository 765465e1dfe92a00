export { type Credentials, createCredentials } from './credentials.js'
export { type HttpProxy, type HttpProxyOptions, startHttpProxy } from './http-proxy.js'
export { type ClientPipes, type RelayOptions, relayBytes } from './relay-bytes.js'
export { createWireTap, type WireTap } from './tap-wire.js'
