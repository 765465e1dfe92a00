/** All matchers by name. The vacuity check reads from the same table which controls belong to each. */
import { toBeDomainError } from './to-be-domain-error.js'
import { toBeRpcError } from './to-be-rpc-error.js'
import { toBeToolError } from './to-be-tool-error.js'
import { toBeUnknownTool } from './to-be-unknown-tool.js'
import { toCallOnly } from './to-call-only.js'
import { toContainText } from './to-contain-text.js'
import { toFail } from './to-fail.js'
import { toFitTokens } from './to-fit-tokens.js'
import { toHaveAsked, toHaveElicited } from './to-have-asked.js'
import { toHaveBlock } from './to-have-block.js'
import { toHaveChanged } from './to-have-changed.js'
import { toHaveNoEffects } from './to-have-no-effects.js'
import { toHaveNotified } from './to-have-notified.js'
import { toHaveProgressed } from './to-have-progressed.js'
import { toHaveStructured } from './to-have-structured.js'
import { toListTool } from './to-list-tool.js'
import { toMatchContent } from './to-match-content.js'
import { toMatchOutputSchema } from './to-match-output-schema.js'
import { toMatchSchema } from './to-match-schema.js'
import { toRehearseCleanly } from './to-rehearse-cleanly.js'
import { toRejectArguments } from './to-reject-arguments.js'
import { toSucceed } from './to-succeed.js'

export const DEFINITIONS = {
  toSucceed,
  toFail,
  toBeToolError,
  toBeRpcError,
  toBeDomainError,
  toBeUnknownTool,
  toRejectArguments,
  toContainText,
  toMatchContent,
  toHaveBlock,
  toHaveStructured,
  toMatchSchema,
  toMatchOutputSchema,
  toFitTokens,
  toHaveNotified,
  toHaveProgressed,
  toHaveAsked,
  toHaveElicited,
  toListTool,
  toRehearseCleanly,
  toCallOnly,
  toHaveNoEffects,
  toHaveChanged,
}
