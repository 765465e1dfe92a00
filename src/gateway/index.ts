export { createGateway } from './create-gateway.js'
export { GATEWAY_MODES, type Gateway, type GatewayMode } from './gateway.js'
export type { GatewayOptions } from './gateway-options.js'
