export { createGateway } from './create-gateway.js'
export type { Gateway } from './gateway.js'
export type { GatewayOptions } from './gateway-options.js'
