/** What one call proves about a tool. */
import { assertNever, pointerSteps, printable, shorten, toPointer, valueAt } from '../base/index.js'
import { answerTokens, type Outcome, outcomeText, type ResultOutcome } from '../call/index.js'
import type { CompiledSchema } from '../schema/index.js'
import type { WireViolation } from '../wire-check/index.js'
import type { DeclaredMembers } from './declared-members.js'
import type { CallReport } from './probe-caller.js'
import type { ProbeFindingKind } from './probe-finding.js'
import { type ProbeInput, violatedPlace } from './probe-input.js'
import { readRejection } from './read-rejection.js'
import { saysNo } from './says-no.js'
import { placeName } from './value-places.js'

/** The tool that is probed, as far as judging needs it. */
export interface ProbedTool {
  readonly name: string
  readonly input: CompiledSchema
  /** Undefined when there is none, or it cannot be compiled. */
  readonly output: CompiledSchema | undefined
  readonly members: DeclaredMembers
  /** True when the input schema names formats, of which validators have different ideas. */
  readonly hasFormats: boolean
  readonly maxTokens: number
}

export interface Defect {
  readonly kind: ProbeFindingKind
  /** Two defects of one key are one finding. */
  readonly key: string
  readonly pointer: string
  readonly message: string
  readonly said: string
}

export interface Judgement {
  readonly verdict: 'passed' | 'failed' | 'could-not-tell'
  readonly defects: readonly Defect[]
  readonly notes: readonly string[]
}

export function judgeCall(tool: ProbedTool, input: ProbeInput, { event, violations }: CallReport): Judgement {
  const onWire = violations.map(wireDefect)
  const wire =
    onWire.length === 0 ? COULD_NOT_TELL : { ...COULD_NOT_TELL, verdict: 'failed' as const, defects: onWire }
  switch (event.kind) {
    case 'answered':
      return joined(wire, judgeAnswer(tool, input, event.outcome))
    case 'closed':
      // What it began to say when it ended is torn.
      return failed(ending('crash', input, 'The server ended during the call', event.text))
    case 'silent':
      if (event.isAlive) return wire
      return joined(
        wire,
        failed(
          ending(
            'hang',
            input,
            `No answer within ${event.limitMs} ms, and none to another request either`,
            'nothing',
          ),
        ),
      )
    case 'unusable':
      return wire
    default:
      return assertNever(event)
  }
}

const COULD_NOT_TELL: Judgement = { verdict: 'could-not-tell', defects: [], notes: [] }
const PASSED: Judgement = { verdict: 'passed', defects: [], notes: [] }

function failed(...defects: readonly Defect[]): Judgement {
  return { verdict: 'failed', defects, notes: [] }
}

/** A failure outweighs the rest. */
function joined(a: Judgement, b: Judgement): Judgement {
  const defects = [...a.defects, ...b.defects]
  return {
    verdict: defects.length > 0 ? 'failed' : b.verdict,
    defects,
    notes: [...a.notes, ...b.notes],
  }
}

function judgeAnswer(tool: ProbedTool, input: ProbeInput, outcome: Outcome): Judgement {
  const taken = input.issue === undefined ? judgeValid(tool, outcome) : judgeBroken(tool, input, outcome)
  const others = [
    ...overBudget(tool, outcome),
    ...(outcome.kind === 'result' ? wrongOutput(tool, outcome) : []),
  ]
  return others.length === 0 ? taken : joined(taken, failed(...others))
}

function judgeValid(tool: ProbedTool, outcome: Outcome): Judgement {
  if (outcome.kind === 'result') return PASSED
  const rejection = readRejection(outcome)
  const isProof =
    rejection !== undefined &&
    (rejection.isAboutArguments || rejection.members.every((name) => tool.members.names.has(name))) &&
    tool.input.unchecked.length === 0 &&
    !(rejection.isAboutFormat && tool.hasFormats)
  if (!isProof) return COULD_NOT_TELL
  return failed({
    kind: 'valid-rejected',
    key: `valid-rejected ${placeName(rejection.pointer) || (rejection.members[0] ?? '')}`,
    pointer: rejection.pointer,
    message: 'The arguments keep the input schema, and the server rejects them as invalid',
    said: said(outcome),
  })
}

function judgeBroken({ members }: ProbedTool, input: ProbeInput, outcome: Outcome): Judgement {
  if (outcome.kind !== 'result') return PASSED
  if (saysNo(outcome)) return COULD_NOT_TELL
  const place = violatedPlace(input)
  if (input.kind === 'extra-member') {
    const where = place === '' ? '' : ` below "${place}"`
    return {
      ...COULD_NOT_TELL,
      notes: [`takes members that its input schema forbids${where}; servers may strip them`],
    }
  }
  const name = pointerSteps(place).at(-1) ?? ''
  if (input.kind === 'missing-member' && members.withDefault.has(name))
    return {
      ...COULD_NOT_TELL,
      notes: [`does without "${place}", which its input schema requires and gives a default`],
    }
  if (input.kind === 'wrong-type' && couldBeCoerced(input))
    return {
      ...COULD_NOT_TELL,
      notes: [`takes another type at "${place}" than its input schema wants; servers may coerce`],
    }
  return failed({
    kind: 'invalid-accepted',
    key: `invalid-accepted ${input.issue?.keyword} ${declaredPlace(place, members)}`,
    pointer: input.issue?.pointer ?? '',
    message: `The arguments break the input schema, and the server answers with a result: ${input.issue?.message}`,
    said: said(outcome),
  })
}

/** What the usual coercion makes of it may keep the schema: `"5"` and `true` as numbers, anything but null, lists and objects as text. */
function couldBeCoerced({ args, issue }: ProbeInput): boolean {
  const found = issue === undefined ? undefined : valueAt(args, issue.pointer)
  if (issue?.keyword !== 'type' || typeof found === 'object') return false
  const wanted = issue.expected.split(' or ')
  if (wanted.includes('string') || wanted.includes('boolean')) return true
  const isNumber = wanted.includes('number') || wanted.includes('integer')
  return isNumber && typeof found !== 'number' && Number.isFinite(Number(found))
}

/** Members that the schema has no name for are made up, and one place. */
function declaredPlace(place: string, { names }: DeclaredMembers): string {
  return toPointer(pointerSteps(place).map((step) => (names.has(step) ? step : '*')))
}

function overBudget({ maxTokens }: ProbedTool, outcome: Outcome): readonly Defect[] {
  const tokens = answerTokens(outcome)
  if (tokens <= maxTokens) return []
  const message = `The answer takes about ${tokens} tokens, more than ${maxTokens}`
  return [{ kind: 'over-budget', key: 'over-budget', pointer: '', message, said: said(outcome) }]
}

/** `format` is an annotation, and what takes too long to check is not known to be wrong. */
function wrongOutput({ output }: ProbedTool, outcome: ResultOutcome): readonly Defect[] {
  if (output === undefined) return []
  if (outcome.structured === undefined) {
    const message = 'The tool declares an output schema, and its result has no structured content'
    return [
      { kind: 'output-invalid', key: 'output-invalid missing', pointer: '', message, said: said(outcome) },
    ]
  }
  return output
    .check(outcome.structured)
    .filter(({ keyword }) => keyword !== 'format' && keyword !== 'complexity')
    .map(({ keyword, pointer, message }) => ({
      kind: 'output-invalid',
      key: `output-invalid ${keyword} ${placeName(pointer)}`,
      pointer,
      message: `The structured content breaks the output schema: ${message}`,
      said: JSON.stringify(outcome.structured),
    }))
}

function ending(kind: 'crash' | 'hang', input: ProbeInput, message: string, said: string): Defect {
  const pointer = input.issue?.pointer ?? ''
  return { kind, key: `${kind} ${violatedPlace(input)}`, pointer, message, said }
}

/** What a violation is a defect of, whenever it came. */
export function wireDefect({ text, frame }: WireViolation): Defect {
  const isNoise = text.startsWith('standard output carries')
  return {
    kind: isNoise ? 'stdout-noise' : 'protocol',
    key: isNoise ? 'stdout-noise' : `protocol ${text.replace(/, found .*$/s, '').replace(/\d+/g, '#')}`,
    pointer: '',
    message: isNoise
      ? 'Standard output carries a line that is no message'
      : `The server breaks the protocol: ${text}`,
    said: typeof frame === 'string' ? frame : JSON.stringify(frame),
  }
}

/** The answer as the server gave it, shortened. */
function said(outcome: Outcome): string {
  const text = outcomeText(outcome)
  const code = outcome.kind === 'rpc-error' ? `error ${outcome.code}: ` : ''
  const whole =
    outcome.kind !== 'rpc-error' && text === '' ? JSON.stringify(outcome.structured ?? outcome.content) : text
  return shorten(`${code}${printable(whole)}`, 2000)
}
