/** `execute_code`: a program. */
import { UsageError } from '../../base/index.js'
import type { OwnTool } from '../service/gateway-parts.js'
import { createExecuteTool } from './execute-tool.js'
import { type Plans, programPlan } from './plans.js'

const NAME = 'execute_code'

export function createExecuteCode(plans: Plans): OwnTool {
  return createExecuteTool(
    {
      name: NAME,
      title: 'Execute code',
      description:
        'Runs a TypeScript or JavaScript program in a sandbox whose only way out are tools: `await mcp.SERVER.TOOL(args)`, or mcp["a-server"]["a-tool"](args). Top-level await and return are allowed; its result is what it returns; a tool that fails throws ToolError. No imports.',
      argument: 'code',
      argumentSchema: { type: 'string', description: 'The program' },
      read(args) {
        const code = args.text('code')
        if (code !== undefined) return programPlan(code)
        throw new UsageError('USAGE', `Cannot call ${NAME}: code is missing`, {
          hint: 'code is the text of a program, such as "return await mcp.memory.read_graph()"',
        })
      },
      expected: () => undefined,
    },
    plans,
  )
}
