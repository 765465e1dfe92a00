/** Probes tools: calls each with valid and with invalid arguments, and tells what is proved to be wrong. */
import { defined, type JsonObject, seededRandom, UsageError } from '../base/index.js'
import { HOST_RESULT_TOKENS } from '../call/index.js'
import type { Tool } from '../protocol/index.js'
import { createSchemaCompiler } from '../schema/index.js'
import { declaredMembers } from './declared-members.js'
import type { Explored } from './explore.js'
import { type ProbedTool, wireDefect } from './judge-call.js'
import { type InputPlan, planInputs } from './plan-inputs.js'
import type { ProbeCaller } from './probe-caller.js'
import type { ProbeCheck, ProbeFinding, ProbeNote, StrayFinding } from './probe-finding.js'
import { INPUT_KINDS } from './probe-input.js'

export interface ProbeOptions {
  /** Of everything random; the same seed finds the same. */
  readonly seed: number
  /** Inputs of each kind for each tool; every place is tried at least once, which may be more. Default 20. */
  readonly runs?: number
  /** Values that the tools know, by the name of the argument: a path that exists, an id. They are used wherever they are valid. */
  readonly values?: JsonObject
  /** What an answer may take of a model's context; default 25,000. */
  readonly maxTokens?: number
  /** `ProbeFinding.path` of an earlier probe with the same seed: that call alone is made, of every tool that is given. */
  readonly path?: string
  /** Ends the probe; what was found until then is given. */
  readonly signal?: AbortSignal
  /** Is told of each tool when it is done. Must not throw. */
  readonly onTool?: (tool: string, findings: readonly ProbeFinding[]) => void
}

export interface ProbeResult {
  readonly findings: readonly ProbeFinding[]
  readonly checks: readonly ProbeCheck[]
  readonly notes: readonly ProbeNote[]
  readonly stray: readonly StrayFinding[]
  /** Whether the server was gone before all was probed. */
  readonly isServerLost: boolean
}

type ToolResult = Omit<ProbeResult, 'stray'>

/**
 * Calls these tools and no others, one call after the other. Whoever made the caller closes it.
 * @throws UsageError USAGE for a path that leads nowhere
 */
export async function probeTools(
  tools: readonly Tool[],
  caller: ProbeCaller,
  options: ProbeOptions,
): Promise<ProbeResult> {
  const result = { findings: [] as ProbeFinding[], checks: [] as ProbeCheck[], notes: [] as ProbeNote[] }
  let isServerLost = false
  const path = options.path === undefined ? undefined : parsePath(options.path)
  for (const tool of tools) {
    const own = await probeTool(tool, caller, options, path)
    result.findings.push(...own.findings)
    result.checks.push(...own.checks)
    result.notes.push(...own.notes)
    isServerLost ||= own.isServerLost
    options.onTool?.(tool.name, own.findings)
  }
  const stray = new Map(caller.stray.map(wireDefect).map((defect) => [defect.key, defect]))
  return {
    ...result,
    isServerLost,
    stray: [...stray.values()].map(({ kind, message, said }) => ({ kind, message, said })),
  }
}

interface InputPath {
  readonly input: string
  readonly path: string
}

async function probeTool(
  tool: Tool,
  caller: ProbeCaller,
  options: ProbeOptions,
  path: InputPath | undefined,
): Promise<ToolResult> {
  const compiler = createSchemaCompiler()
  const input = compiler.compile(tool.inputSchema)
  if (input.kind === 'refused')
    return couldNotRun(tool, `its input schema cannot be used: ${input.problem.message}`)
  const planning = planInputs({
    definition: tool.inputSchema,
    schema: input.schema,
    seed: `${options.seed}/${tool.name}`,
    values: options.values ?? {},
  })
  if (planning.kind === 'impossible')
    return couldNotRun(tool, `no valid arguments were found: ${planning.reason}`)
  const output = tool.outputSchema === undefined ? undefined : compiler.compile(tool.outputSchema)
  const probed: ProbedTool = {
    name: tool.name,
    input: input.schema,
    output: output?.kind === 'compiled' ? output.schema : undefined,
    members: declaredMembers(tool.inputSchema),
    hasFormats: /"(?:format|contentEncoding|contentMediaType)":/.test(JSON.stringify(tool.inputSchema)),
    maxTokens: options.maxTokens ?? HOST_RESULT_TOKENS,
  }
  const notes =
    output?.kind === 'refused'
      ? [{ tool: tool.name, text: `its output schema cannot be used: ${output.problem.message}` }]
      : []
  const explored = await explorePlans(probed, planning.plans, caller, options, path)
  return { ...explored, notes: [...notes, ...explored.notes] }
}

async function explorePlans(
  tool: ProbedTool,
  plans: readonly InputPlan[],
  caller: ProbeCaller,
  options: ProbeOptions,
  path: InputPath | undefined,
): Promise<ToolResult> {
  // Loaded only where something is probed: the rest of the test kit does without fast-check.
  const { explore } = await import('./explore.js')
  const { seed, runs = 20, signal } = options
  const findings: ProbeFinding[] = []
  const checks: ProbeCheck[] = []
  const notes = new Set<string>()
  const known = new Set<string>()
  let stopped: string | undefined
  let isServerLost = false
  const wanted = path === undefined ? plans : plans.filter(({ kind }) => kind === path.input)
  if (path !== undefined && wanted.length === 0)
    throw new UsageError(
      'USAGE',
      `Cannot probe "${tool.name}" with ${path.input} input: its schema leaves no room for it`,
    )
  for (const plan of wanted) {
    const own: Explored =
      stopped === undefined
        ? await explore({
            tool,
            plan,
            caller,
            known,
            seed: seededRandom(`${seed}/${tool.name}/${plan.kind}`).integer(-(2 ** 31), 2 ** 31 - 1),
            runs,
            ...(path === undefined ? {} : { path: path.path }),
            ...defined({ signal }),
          })
        : {
            findings: [],
            counts: { passed: 0, failed: 0, 'could-not-tell': 0 },
            notes: [],
            isServerLost,
            stopped,
          }
    stopped ??= own.stopped
    isServerLost ||= own.isServerLost
    findings.push(...own.findings)
    for (const note of own.notes) notes.add(note)
    checks.push({
      tool: tool.name,
      input: plan.kind,
      passed: own.counts.passed,
      failed: own.counts.failed,
      couldNotTell: own.counts['could-not-tell'],
      ...defined({ couldNotRun: own.stopped }),
    })
  }
  return { findings, checks, isServerLost, notes: [...notes].map((text) => ({ tool: tool.name, text })) }
}

function couldNotRun({ name }: Tool, reason: string): ToolResult {
  const check = { tool: name, input: 'valid', passed: 0, failed: 0, couldNotTell: 0 } as const
  return { findings: [], checks: [{ ...check, couldNotRun: reason }], notes: [], isServerLost: false }
}

function parsePath(text: string): InputPath {
  const [, input, path] = /^([a-z-]+)\/(\d{1,6}(?::\d{1,6})*)$/.exec(text) ?? []
  if (input !== undefined && path !== undefined && INPUT_KINDS.some((kind) => kind === input))
    return { input, path }
  throw new UsageError('USAGE', `Cannot follow the path "${text}"`, {
    hint: 'a finding names its own, such as valid/3:0:1',
  })
}
