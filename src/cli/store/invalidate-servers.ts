/** `store invalidate`: says by hand that the data of servers changed. */
import { printable, UsageError } from '../../base/index.js'
import type { RecordingStore } from '../../recording/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import type { StoreRequest } from './store-request.js'

/** @throws UsageError USAGE for a server of which nothing is recorded: nothing is invalidated then */
export async function invalidateServers(
  store: RecordingStore,
  { names, format }: StoreRequest,
  io: DiscreetIo,
): Promise<void> {
  if (names.length === 0)
    throw new UsageError('USAGE', 'Cannot invalidate without the name of a server', {
      hint: 'understudy store invalidate SERVER…; understudy store stats lists them',
    })
  for (const server of names) await refuseUnknown(store, server)
  const advanced: { readonly server: string; readonly generation: number }[] = []
  for (const server of names) advanced.push({ server, generation: await store.generations.advance(server) })
  if (format === 'json') io.stdoutJson({ invalidated: advanced })
  else
    for (const { server, generation } of advanced)
      io.stdout(
        `What was recorded of ${printable(server, { oneLine: true })} is stale from now on (generation ${generation})\n`,
      )
}

async function refuseUnknown(store: RecordingStore, server: string): Promise<void> {
  for await (const _ of store.list({ server })) return
  throw new UsageError('USAGE', `Cannot invalidate ${JSON.stringify(server)}: nothing is recorded of it`, {
    hint: 'understudy store stats lists the servers; nothing was changed',
  })
}
