/**
 * What every module may stand on and nothing of it knows MCP: `errors.ts` has the kinds of failures, `json.ts`,
 * `canonical-json.ts` and `written-numbers.ts` values, `printable.ts` and `shape-text.ts` what may be shown of foreign ones,
 * `counted.ts`, `units.ts` and `list-text.ts` how numbers and lists are told, `clock.ts` and `random.ts` time and chance.
 */
export { assertNever } from './assert-never.js'
export { type Backoff, type BackoffOptions, createBackoff } from './backoff.js'
export { bindMethods } from './bind-methods.js'
export { canonicalJson, digest, digestOfBytes } from './canonical-json.js'
export { escapeCiCommandsInJson } from './ci-safe-json.js'
export { type Clock, type ManualClock, manualClock, systemClock } from './clock.js'
export { isIdentifier, memberAccess, memberName, textLiteral, typeName, uniqueNames } from './code-names.js'
export { ACROSS_MOUNTS, SET_IN_COPIES } from './copied-variables.js'
export { counted, countedTimes, grouped } from './counted.js'
export { type Deferred, deferred } from './deferred.js'
export { defined } from './defined.js'
export { docComment } from './doc-comment.js'
export {
  type CodeOf,
  ERROR_CODES,
  type ErrorClassName,
  type ErrorCode,
  type ErrorDetails,
  SandboxError,
  SessionError,
  StoreError,
  TransportError,
  UnderstudyError,
  UsageError,
} from './errors.js'
export { estimateTokens } from './estimate-tokens.js'
export type { Finding, Severity } from './finding.js'
export { namesInFolder } from './folder-names.js'
export { essenceOfIndex, indexEntries } from './git-index.js'
export { addToGroup, groupBy } from './groups.js'
export {
  deepFreeze,
  isJsonArray,
  isJsonObject,
  isList,
  type JsonLimits,
  type JsonObject,
  type JsonValue,
  ownMember,
  parseContainer,
  parseJson,
  textsIn,
} from './json.js'
export {
  escapedStep,
  pointerSteps,
  pointersOverlap,
  toPointer,
  unescapedStep,
  valueAt,
} from './json-pointer.js'
export {
  lossyNumber,
  onOneLine,
  repeatedKey,
  type TextMember,
  textItems,
  textMembers,
  withText,
} from './json-text.js'
export { kindOrValue } from './kind-or-value.js'
export { callsText, listText, moreText, restText } from './list-text.js'
export { nextLoopTurn } from './loop-turn.js'
export { escapeForPattern, matchesPattern } from './matches-pattern.js'
export { codeOf, firstLine, messageOf } from './message-of.js'
export { didYouMean, nearestNames, orDidYouMean } from './nearest-names.js'
export { once } from './once.js'
export { packageVersion } from './package-version.js'
export { isAtOrBelow, isBelow, lastName, withoutEndSlashes } from './path-below.js'
export { createPausableTime, type PausableTime } from './pausable-time.js'
export { inOneLine, printable, shorten } from './printable.js'
export { processEndText } from './process-end.js'
export { type Random, randomBytesOf, randomName, randomSecret, seededRandom } from './random.js'
export { REQUEST_TIMEOUT_MS } from './request-timeout.js'
export { isSameJson, isWrittenAlike } from './same-json.js'
export { shapeText } from './shape-text.js'
export { shellWord, shellWords } from './shell-text.js'
export { byText, withSortedMembers } from './text-order.js'
export {
  placeText,
  positionKey,
  positionText,
  SCRIPT_LINE_BREAKS,
  scriptLines,
  type TextPosition,
  textPositions,
} from './text-position.js'
export { trimEndOf } from './trim-end.js'
export { ageText, durationText, parseDuration, sizeText } from './units.js'
export { MAX_INPUT_BYTES, readUserFile, readUserText, reasonOf, withoutByteOrderMark } from './user-file.js'
export { cacheFolder, configFolder, type Environment, homeFolder, stateFolder } from './user-folders.js'
export { kindOf, kindWithArticle } from './value-kind.js'
export { VALUE_SIZE, valueSize } from './value-size.js'
export { orAborted, type WaitLimit, waitFor } from './wait.js'
export { withoutUndefined } from './without-undefined.js'
export { appendToFile, writeWholeFile } from './write-file.js'
export {
  holdsWrittenNumber,
  lossyMember,
  withNearestNumbers,
  withWrittenNumbers,
  writeNumbers,
} from './written-numbers.js'
