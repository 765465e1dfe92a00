/** The stubs of a rehearsal, with any number of seeds: who asks them, and which of them were of no use. */
import { type Finding, listText } from '../base/index.js'
import {
  type Answerer,
  parseToolRef,
  type Stub,
  type StubAnswerer,
  stubAnswerer,
  stubMismatch,
  type ToolCall,
  toolRef,
} from '../call/index.js'
import { missingTool } from '../plan/index.js'
import type { ToolRegistry } from '../registry/index.js'
import type { RehearseOptions } from './options.js'
import type { Report } from './report.js'

export interface Stubbing {
  /** A link for one rehearsal: each has all its stubs before it. */
  answerer(): Answerer
  /** STUB_TOOL_MISSING and STUB_UNUSED, once all rehearsals are over. `report`: of the first one. */
  findings(report: Report, registry: ToolRegistry): Finding[]
}

export function createStubbing({
  stubs = [],
  stubsAreShared = false,
  unavailable = [],
}: Pick<RehearseOptions, 'stubs' | 'stubsAreShared' | 'unavailable'>): Stubbing {
  const answerers: StubAnswerer[] = []
  /** Calls of the first rehearsal that stubs were asked about. */
  const asked: ToolCall[] = []
  return {
    answerer() {
      const own = stubAnswerer(stubs)
      const isFirst = answerers.push(own) === 1
      return {
        name: own.name,
        answer(call, next) {
          if (isFirst && stubs.length > 0) asked.push(call)
          return own.answer(call, next)
        },
      }
    },
    findings(report, registry) {
      const silent = new Set(unavailable.map(({ server }) => server))
      const there = stubs.filter(({ tool }) => registry.tools.some(({ ref }) => ref === tool))
      const missing = stubs.filter((stub) => !there.includes(stub) && !silent.has(serverOf(stub)))
      const unused = there.filter((stub) => answerers.every((each) => each.unused.includes(stub)))
      return [
        ...[...new Set(missing.map(({ tool }) => tool))].map((tool) => toolMissing(tool, registry)),
        ...(report.ended === 'never_started' ? [] : unusedFindings(unused, report)),
      ]
    },
  }

  function unusedFindings(unused: readonly Stub[], report: Report): Finding[] {
    const called = new Set(report.tools_called)
    const idle = [...new Set(unused.filter(({ tool }) => !called.has(tool)).map(({ tool }) => tool))]
    // A plan that ended early may have been on its way to them, and stubs of several plans are not all for this one.
    const isTold = report.ended === 'completed' && !stubsAreShared
    return [...unused.flatMap(missedFindings), ...(isTold ? idleFindings(idle, report) : [])]
  }

  /** Nothing for calls that were refused before any stub was asked: what was wrong with them is told already. */
  function missedFindings(stub: Stub): Finding[] {
    const calls = asked.filter((call) => toolRef(call) === stub.tool)
    if (calls.length === 0) return []
    return [warning('STUB_UNUSED', `${named(stub)} was never used: ${stubMismatch(stub, calls)}`)]
  }

  function named(stub: Stub): string {
    return `Stub ${stubs.indexOf(stub) + 1} of ${stubs.length}, of ${stub.tool},`
  }
}

function serverOf({ tool }: Stub): string {
  return parseToolRef(tool)?.server ?? ''
}

function toolMissing(tool: Stub['tool'], registry: ToolRegistry): Finding {
  const { server, tool: name } = parseToolRef(tool) ?? { server: '', tool: '' }
  const lookup = registry.find(server, name)
  const why = lookup.kind === 'missing' ? missingTool(tool, lookup, undefined, registry).text : tool
  return warning('STUB_TOOL_MISSING', `A stub is for a tool that does not exist: ${why}`)
}

function idleFindings(tools: readonly Stub['tool'][], { unreached_calls: unreached }: Report): Finding[] {
  const passed = unreached.filter(({ tool }) => tools.includes(tool))
  const [first] = passed
  const rest = tools.filter((tool) => !passed.some((each) => each.tool === tool))
  return [
    ...(first === undefined
      ? []
      : [
          warning(
            'STUB_UNUSED',
            `${stubsOf([...new Set(passed.map(({ tool }) => tool))])}: the plan did not get to the call in line ${first.line}`,
          ),
        ]),
    ...(rest.length === 0 ? [] : [warning('STUB_UNUSED', `${stubsOf(rest)}: the plan makes no such call`)]),
  ]
}

function stubsOf(tools: readonly Stub['tool'][]): string {
  return `No stub of ${listText(tools, MAX_TOOLS)} was used`
}

const MAX_TOOLS = 8

function warning(code: string, message: string): Finding {
  return { code, severity: 'warning', certain: true, message }
}
