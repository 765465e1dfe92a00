export { createGateway } from './create-gateway.js'
export type { Gateway, GatewayMode } from './gateway.js'
export type { GatewayOptions } from './gateway-options.js'
