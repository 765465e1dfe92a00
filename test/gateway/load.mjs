/**
 * `npm run load:gateway [-- SECONDS]`: two gateways over HTTP on one PostgreSQL of their own, 200 clients of five principals for a
 * minute. Prints what was done, what went wrong, and how the gateways grew; exits with 1 when a promise is missed.
 */
import { createPostgresServer } from '../postgres/server.mjs'
import { loadGateways } from './load-gateways.mjs'

const CLIENTS = 200
const seconds = Number(process.argv[2] ?? 60)
if (!(seconds > 0 && seconds <= 3600)) {
  process.stderr.write(`Cannot load the gateways for ${process.argv[2]} seconds: it is a number up to 3600\n`)
  process.exit(2)
}

const server = await createPostgresServer()
try {
  const store = `postgres://owner:${encodeURIComponent(server.password)}@127.0.0.1:${server.port}/postgres`
  const { calls, rehearsals, fromRecordings, reads, problems, sizes } = await loadGateways({
    store,
    seconds,
    clients: CLIENTS,
  })
  tell(
    problems.length === 0,
    `${CLIENTS} clients of 5 principals made ${calls} calls, ${rehearsals} rehearsals (${fromRecordings} from recordings) and ${reads} reads of runs in ${seconds} s: ${problems.length} errors or leaks`,
  )
  for (const problem of problems.slice(0, 10)) process.stdout.write(`        ${problem}\n`)
  tell(
    fromRecordings > 0,
    `${fromRecordings} rehearsals were answered from recordings, all of the same principal`,
  )
  const [early = [], late = []] = sizes
  for (const [n, before] of early.entries()) {
    const growth = late[n] / before
    tell(
      growth <= 1.2,
      `gateway ${n + 1}: ${before} MB after a tenth of the time, ${late[n]} MB at the end: ${growth.toFixed(2)} times`,
    )
  }
} finally {
  await server[Symbol.asyncDispose]()
}

function tell(isRight, text) {
  process.stdout.write(`${isRight ? 'ok    ' : 'MISSED'}  ${text}\n`)
  if (!isRight) process.exitCode = 1
}
