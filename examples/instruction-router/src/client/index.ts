export {
  assertContainsInstruction,
  assertErrorCode,
  assertRoutingSuccess,
  assertToolErrorCode,
  assertToolExists,
} from './assertions.js'
export { InstructionRouterClient } from './instruction-router-client.js'
export {
  CHECKLIST_MATCHER,
  LEARNING_LOOP_MATCHER,
  routedInstructions,
  routingMatcher,
  WORK_LOG_MATCHER,
} from './routing-matcher.js'
