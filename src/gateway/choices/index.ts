export {
  COPY_CHOICES,
  type CopyChoice,
  GATEWAY_MODES,
  type GatewayMode,
  LISTINGS,
  type Listing,
  TOOL_NAMES,
  type ToolNames,
} from './gateway-choices.js'
