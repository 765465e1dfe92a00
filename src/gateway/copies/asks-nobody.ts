/** What a server in a copy answers after it has asked for what nobody gives it here, is no answer that it gives for real. */
import type { PreparedCopies } from '../../copy/index.js'
import type { CopiedServers } from '../../dryrun/index.js'

/** `asked`: what each server has asked so far, by the name of the method. */
export function asksNobody(
  prepared: PreparedCopies,
  asked: (server: string) => readonly string[],
): PreparedCopies {
  return { ...prepared, open: async (signal) => answeringAlone(await prepared.open(signal), asked) }
}

function answeringAlone(copied: CopiedServers, asked: (server: string) => readonly string[]): CopiedServers {
  return {
    ...copied,
    async call(call) {
      const before = asked(call.server).length
      const { outcome, ...seen } = await copied.call(call)
      const question = asked(call.server)[before]
      if (question !== undefined)
        return { ...seen, asked: question, broke: `it asked the client (${question}), and nobody is asked` }
      return outcome === undefined ? seen : { ...seen, outcome }
    },
  }
}
