/** The tools of a gateway: which there are, and who answers a call of one. */
import { isJsonObject } from '../../base/index.js'
import type { ServiceResponse } from '../../server/index.js'
import type { Asked } from './asked.js'
import type { GatewayParts } from './gateway-parts.js'
import type { ListDesk } from './list-of-servers.js'
import { createToolList } from './list-tools.js'
import type { Named, Names } from './names.js'
import { invalidParams, listed, textOf } from './responses.js'

export interface CallDesk {
  list(asked: Asked): Promise<ServiceResponse>
  call(asked: Asked): ServiceResponse | Promise<ServiceResponse>
}

export function createCallDesk(parts: GatewayParts, lists: ListDesk | undefined, names: Names): CallDesk {
  const { ownTools, listing, callUpstream } = parts
  const own = new Map(ownTools.map((tool) => [tool.definition.name, tool]))
  const toolList = createToolList(parts, lists, names)

  async function callListed(name: string, asked: Asked): Promise<ServiceResponse> {
    await toolList.learn()
    const found = names.find(name)
    return found === undefined ? invalidParams(`Unknown tool: ${name}`) : callFound(found, asked)
  }

  function callFound({ server, name }: Named, { request, turn, requester }: Asked): Promise<ServiceResponse> {
    return callUpstream({ server, tool: name }, request, turn, requester)
  }

  return {
    async list({ request, requester }) {
      const gathered =
        listing === 'own'
          ? { items: ownTools.map(({ definition }) => definition), unavailable: [], isNobody: false }
          : await toolList.list(requester)
      return listed(request, 'tools', gathered)
    },
    call(asked) {
      const { request, turn, requester } = asked
      const name = textOf(request.params, 'name')
      if (name === undefined) return invalidParams('the name of a tool is a string')
      const ownTool = own.get(name)
      if (ownTool !== undefined) {
        const args = request.params?.arguments ?? {}
        if (!isJsonObject(args)) return invalidParams('the arguments of a tool are an object')
        return ownTool.call(args, { request, turn, requester })
      }
      const found = names.find(name)
      return found === undefined ? callListed(name, asked) : callFound(found, asked)
    },
  }
}
