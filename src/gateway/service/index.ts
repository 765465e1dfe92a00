export { createGatewayService } from './create-gateway-service.js'
export { forwardCall } from './forward-call.js'
export type {
  GatewayParts,
  GatewayService,
  OwnCallContext,
  OwnResources,
  OwnTool,
  ToolTarget,
} from './gateway-parts.js'
export { createListPatience } from './list-patience.js'
export { tellLogLevel } from './log-levels.js'
export { requesterOf, type ServedRequester } from './requester-of.js'
