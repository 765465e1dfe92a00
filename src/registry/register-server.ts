/** One server's tools, taken in. */

import { type Finding, inOneLine } from '../base/index.js'
import { toolRef } from '../call/index.js'
import { contradictionIn } from '../effects/index.js'
import type { Tool } from '../protocol/index.js'
import type { Compilation, SchemaCompiler } from '../schema/index.js'
import { contractFingerprint } from './contract-fingerprint.js'
import type { RegisteredTool, ServerTools } from './registry.js'

export interface RegisteredServer {
  readonly tools: ReadonlyMap<string, RegisteredTool>
  readonly findings: readonly ToolFinding[]
}

export interface ToolFinding {
  /** Absent for what is wrong with the server as a whole. */
  readonly tool?: string
  readonly finding: Finding
}

/** Compiles every tool once; of two with one name the first counts, and a finding says so. */
export function registerServer({ server, tools }: ServerTools, compiler: SchemaCompiler): RegisteredServer {
  const byName = new Map<string, RegisteredTool>()
  const findings: ToolFinding[] = []
  if (tools.length === 0) {
    const message = `Server ${quotedName(server)} lists no tools`
    findings.push({ finding: warningOf('SERVER_WITHOUT_TOOLS', message) })
  }
  for (const definition of tools) {
    if (byName.has(definition.name)) {
      findings.push({ tool: definition.name, finding: duplicate(server, definition.name) })
      continue
    }
    const tool = registerTool(server, definition, compiler)
    byName.set(tool.name, tool)
    findings.push(...findingsOf(tool).map((finding) => ({ tool: tool.name, finding })))
  }
  return { tools: byName, findings }
}

function registerTool(server: string, definition: Tool, compiler: SchemaCompiler): RegisteredTool {
  const { name, inputSchema, outputSchema } = definition
  let fingerprint: string | undefined
  return {
    ref: toolRef({ server, tool: name }),
    server,
    name,
    definition,
    input: compiler.compile(inputSchema),
    ...(outputSchema === undefined ? {} : { output: compiler.compile(outputSchema) }),
    // Of most tools nobody asks for it.
    get fingerprint() {
      fingerprint ??= contractFingerprint(definition)
      return fingerprint
    },
  }
}

function findingsOf({ server, name, ref, definition, input, output }: RegisteredTool): Finding[] {
  const contradiction = contradictionIn(definition.annotations)
  return [
    ...(USUAL_NAME.test(name) ? [] : [unusualName(server, name)]),
    ...schemaFindings(ref, 'input', input),
    ...(output === undefined ? [] : schemaFindings(ref, 'output', output)),
    ...(contradiction === undefined ? [] : [contradicted(ref, contradiction)]),
  ]
}

function duplicate(server: string, name: string): Finding {
  const message = `Server ${quotedName(server)} lists two tools named ${quotedName(name)}; the first one counts`
  return warningOf('TOOL_DUPLICATE', message)
}

function unusualName(server: string, name: string): Finding {
  const rule = 'the protocol asks for 1 to 128 letters, digits, "_", "-" and "."'
  const message = `Server ${quotedName(server)} has a tool named ${quotedName(name)}: ${rule}`
  return warningOf('TOOL_NAME_UNUSUAL', message)
}

function contradicted(ref: string, contradiction: string): Finding {
  return warningOf('EFFECT_CONTRADICTED', `Tool ${quotedName(ref)} contradicts itself: ${contradiction}`)
}

/** A warning at most: what is wrong with a tool is not the fault of a plan that calls it. */
function warningOf(code: string, message: string): Finding {
  return { code, severity: 'warning', certain: true, message }
}

function quotedName(name: string): string {
  return `"${inOneLine(name, 140)}"`
}

/** Specification: Tool Names (SEP-986). */
const USUAL_NAME = /^[A-Za-z0-9_.-]{1,128}$/

/** A warning when the schema cannot be used at all, and a note for each part of it that no check covers. */
function schemaFindings(ref: string, side: 'input' | 'output', compilation: Compilation): Finding[] {
  const about = `The ${side} schema of ${inOneLine(ref, 300)}`
  if (compilation.kind === 'refused') {
    const { code, message } = compilation.problem
    return [
      {
        code,
        severity: 'warning',
        certain: true,
        message: `${about} cannot be used: ${inOneLine(message, 300)}`,
      },
    ]
  }
  return compilation.schema.unchecked.map((part) => ({
    code: 'SCHEMA_PARTLY_UNCHECKED',
    severity: 'note',
    certain: true,
    message: `${about} is not checked as a whole: ${inOneLine(part, 300)}`,
  }))
}
