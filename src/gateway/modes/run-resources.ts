/** Reports and traces as resources of the gateway. */
import { type JsonObject, type JsonValue, shorten } from '../../base/index.js'
import type { RunArchive } from '../runs/run-archive.js'
import type { OwnResources } from '../service/gateway-parts.js'

const RUNS = 'understudy://runs/'

/** Under which the whole report can be read; the trace stands below. */
export function runResource(id: string): string {
  return `${RUNS}${id}`
}

/** Of what each principal rehearsed and ran: nobody sees what is another's. */
export function createRunResources(archive: RunArchive): OwnResources {
  return {
    async list({ principal }) {
      const runs = await archive.list(principal)
      return runs.slice(0, MOST_LISTED).flatMap(({ id, kind, at, intent }): JsonObject[] => {
        const of = `the ${kind} of ${at}${intent === undefined ? '' : `: ${shorten(intent, 80)}`}`
        return [
          { uri: runResource(id), name: `${kind} ${id}`, title: `Report of ${of}`, mimeType: JSON_TYPE },
          {
            uri: `${runResource(id)}/trace`,
            name: `trace ${id}`,
            title: `Trace of ${of}`,
            mimeType: JSON_TYPE,
          },
        ]
      })
    },
    async templates() {
      return [
        {
          uriTemplate: `${RUNS}{id}`,
          name: 'run',
          title: 'Report of a rehearsal or run',
          mimeType: JSON_TYPE,
        },
        {
          uriTemplate: `${RUNS}{id}/trace`,
          name: 'trace',
          title: 'Every call of it, as events',
          mimeType: JSON_TYPE,
        },
      ]
    },
    async read(uri, { principal }) {
      const [, id, part] = /^understudy:\/\/runs\/([\w-]+)(\/trace)?$/.exec(uri) ?? []
      const run = id === undefined ? undefined : await archive.get(id, principal)
      if (run === undefined) return undefined
      // Events are JSON; their types have no index.
      const value: JsonValue = part === undefined ? run.report : (run.trace as unknown as JsonValue)
      return [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(value) }]
    },
  }
}

const JSON_TYPE = 'application/json'
const MOST_LISTED = 100
