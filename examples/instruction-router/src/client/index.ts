export {
  assertContainsInstruction,
  assertErrorCode,
  assertRoutingSuccess,
  assertToolErrorCode,
  assertToolExists,
} from './assertions.js'
export {
  type InstructionFilter,
  InstructionRouterClient,
  type RouteContext,
} from './instruction-router-client.js'
export { type RoutedInstruction, routedInstructions } from './routed-instruction.js'
export {
  CHECKLIST_MATCHER,
  LEARNING_LOOP_MATCHER,
  type RoutingClaim,
  type RoutingMatcher,
  routingMatcher,
  WORK_LOG_MATCHER,
} from './routing-matcher.js'
