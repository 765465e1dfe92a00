/** What could stand in an argument of a prompt, or in a variable of a template: whoever has it knows. */
import { isJsonObject, type JsonObject } from '../../base/index.js'
import type { ServiceResponse } from '../../server/index.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'
import type { Asked } from './asked.js'
import { forward } from './forward.js'
import type { PromptDesk } from './prompts.js'
import type { ResourceDesk } from './resources.js'
import { invalidParams } from './responses.js'

export interface CompletionDesks {
  readonly live: LiveUpstreams
  readonly prompts: PromptDesk
  readonly resources: ResourceDesk
  readonly timeoutMs: number | undefined
}

export async function complete(
  { live, timeoutMs, ...desks }: CompletionDesks,
  asked: Asked,
): Promise<ServiceResponse> {
  const target = await targetOf(desks, asked)
  if (target === undefined) return invalidParams('no server has what "ref" names')
  const { server, ref } = target
  const { params } = asked.request
  return live.use(server, asked.requester, (session) =>
    forward(session, { ...asked, params: { ...params, ref }, timeoutMs }),
  )
}

async function targetOf(
  { prompts, resources }: Pick<CompletionDesks, 'prompts' | 'resources'>,
  { request, requester }: Asked,
): Promise<{ readonly server: string; readonly ref: JsonObject } | undefined> {
  const ref = request.params?.ref
  if (!isJsonObject(ref)) return undefined
  if (ref.type === 'ref/prompt' && typeof ref.name === 'string') {
    const found = await prompts.find(ref.name, requester)
    return found && { server: found.server, ref: { ...ref, name: found.name } }
  }
  if (ref.type !== 'ref/resource' || typeof ref.uri !== 'string') return undefined
  const server = await resources.serverOf(ref.uri, requester)
  return server === undefined ? undefined : { server, ref }
}
