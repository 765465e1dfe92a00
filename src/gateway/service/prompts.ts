/** The prompts of all servers, by the names that clients know. */
import type { ServiceResponse } from '../../server/index.js'
import type { Requester } from '../requester.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'
import type { Asked } from './asked.js'
import { forward } from './forward.js'
import { type ListDesk, PROMPTS } from './list-of-servers.js'
import type { Named, Names } from './names.js'
import { type Gathered, invalidParams, listed, textOf } from './responses.js'

export interface PromptDesk {
  list(asked: Asked): Promise<ServiceResponse>
  get(asked: Asked): Promise<ServiceResponse>
  /** The server that has a prompt, and its name there. */
  find(name: string, requester: Requester): Promise<Named | undefined>
}

export interface PromptDeskOptions {
  readonly live: LiveUpstreams
  readonly lists: ListDesk
  readonly timeoutMs: number | undefined
}

export function createPromptDesk({ live, lists, timeoutMs }: PromptDeskOptions, names: Names): PromptDesk {
  async function gather(requester: Requester): Promise<Gathered> {
    const { servers, unavailable, isNobody, refusal } = await lists.list(PROMPTS, requester)
    for (const { server, items } of servers)
      names.learn(
        server,
        items.flatMap(({ name }) => (typeof name === 'string' ? [name] : [])),
      )
    const items = servers.flatMap((each) =>
      each.items.map((prompt) => ({
        ...prompt,
        name: names.shown({ server: each.server, name: String(prompt.name) }),
      })),
    )
    return { items, unavailable, isNobody, refusal }
  }

  async function find(name: string, requester: Requester): Promise<Named | undefined> {
    const known = names.find(name)
    if (known !== undefined) return known
    await gather(requester)
    return names.find(name)
  }

  return {
    find,
    async list({ request, requester }) {
      return listed(request, 'prompts', await gather(requester))
    },
    async get(asked) {
      const { request, requester } = asked
      const shown = textOf(request.params, 'name')
      if (shown === undefined) return invalidParams('the name of a prompt is a string')
      const found = await find(shown, requester)
      if (found === undefined) return invalidParams(`Unknown prompt: ${shown}`)
      const params = shown === found.name ? request.params : { ...request.params, name: found.name }
      return live.use(found.server, requester, (session) => forward(session, { ...asked, params, timeoutMs }))
    },
  }
}
