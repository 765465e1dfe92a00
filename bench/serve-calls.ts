/**
 * Calls that a service of ours answers over calls that the official SDK's low-level server answers: one tool, standard input and
 * output, warm, 32 in flight, and the least client that there can be.
 */
import { type BareClient, connectBare } from './bare-client.js'
import { ECHO_SERVERS } from './echo-servers.js'
import { comparePaired, type Figure } from './figure.js'

const CALLS = 20_000
const IN_FLIGHT = 32

export async function run(): Promise<readonly Figure[]> {
  const ours = await connectBare(ECHO_SERVERS.ours)
  const sdk = await connectBare(ECHO_SERVERS.sdkLowLevel)
  try {
    const options = { pairs: 15, warmUps: 2 }
    // The time of the SDK over ours is how many times as many calls ours answers.
    const {
      ratio,
      oursMs: sdkMs,
      floorMs: oursMs,
    } = await comparePaired(
      () => callAll(sdk),
      () => callAll(ours),
      options,
    )
    const aSecond = (ms: number) => Math.round((CALLS * 1000) / ms).toLocaleString('en')
    return [
      {
        name: 'calls answered by a service, over the official SDK',
        value: ratio,
        unit: '×',
        target: { atLeast: 3 },
        detail: `ours ${aSecond(oursMs)} a second, SDK ${aSecond(sdkMs)}; ${IN_FLIGHT} in flight`,
      },
    ]
  } finally {
    await Promise.all([ours.end(), sdk.end()])
  }
}

function callAll(server: BareClient): Promise<void> {
  return server.call(CALLS, IN_FLIGHT, (id) => `call ${id}`)
}
