export {
  COPY_CHOICES,
  type CopyChoice,
  DEFAULT_APPROVAL_TIMEOUT_MS,
  DEFAULT_LIST_PATIENCE_MS,
  GATEWAY_MODES,
  type GatewayMode,
  LISTINGS,
  type Listing,
  TOOL_NAMES,
  type ToolNames,
} from './gateway-choices.js'
