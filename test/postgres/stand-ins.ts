/** Rehearsals of a plan over a real database: in a copy of it that is made for each of them, while others use the real one. */
import { execFileSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createProject, type Project } from '../e2e/project.js'
import { fixture } from '../fixtures/start-server.js'
import { findServerPrograms } from './server.mjs'
import { server, sql, startSql } from './world.js'

const PLAN = `const order = await mcp.orders.get_order({ id: 1 })
if (order.state === 'open') await mcp.orders.cancel_order({ id: order.id })
return (await mcp.orders.get_order({ id: 1 })).state
`

describe('a database that is dumped for rehearsals', () => {
  it('answers a plan that writes, and the real one stays as it is, while somebody is connected to it', async () => {
    using project = createOrders()
    // Whom a template of a database would not suffer.
    await using _ = await startSql('SELECT 1', 'orders')

    const report = await project.dryRun(...ARGS)

    expect(report).toMatchObject({
      verdict: 'pass',
      simulated_result: 'cancelled',
      assumptions: [{ text: 'orders answers as its stand-in did' }],
    })
    expect(report.calls.map(({ source }) => source)).toEqual(['stand-in', 'stand-in', 'stand-in'])
    expect(states()).toEqual(['open', 'open'])
    expect(databases()).toEqual(['orders'])
  })

  it('is taken away where the server still holds it when a plan runs out of time', async () => {
    using project = createOrders()
    project.write('plan.ts', 'await mcp.orders.cancel_order({ id: 1 })\nfor (;;) {}\n')

    const report = await project.dryRun(...ARGS)

    expect(report.ended).not.toBe('completed')
    expect([states(), databases()]).toEqual([['open', 'open'], ['orders']])
  })

  it('is told where it cannot be made, and what was made of it is taken away', async () => {
    using project = createOrders(
      'createdb orders_rehearsal && pg_dump nothing_there | psql -q orders_rehearsal && false',
    )

    const run = await project.understudy('dry-run', ...ARGS)

    expect(run).toMatchObject({ exit: 3, stdout: '' })
    expect(run.stderr).toContain('database "nothing_there" does not exist')
    expect(databases()).toEqual(['orders'])
  })
})

const ARGS = [
  'plan.ts',
  '--config',
  '.mcp.json',
  '--copy',
  'never',
  '--settings',
  'rehearse.yaml',
  '--now',
  '2026-01-01',
]

/** The database `orders`, and a folder whose settings say how to rehearse with it. */
function createOrders(
  before = 'createdb orders_rehearsal && pg_dump orders | psql -q orders_rehearsal',
): Project {
  run('createdb', 'orders')
  onTestFinished(() => void run('dropdb', '--force', 'orders'))
  run(
    'psql',
    '-q',
    'orders',
    '-c',
    "CREATE TABLE orders (id int, state text); INSERT INTO orders VALUES (1, 'open'), (2, 'open')",
  )
  const project = createProject({ env: CONNECTION })
  const entry = (database: string) => {
    const { command, args = [] } = fixture('orders')
    return { command, args: [...args, database], env: CONNECTION }
  }
  project.write('.mcp.json', JSON.stringify({ mcpServers: { orders: entry('orders') } }))
  project.write(
    'rehearse.yaml',
    JSON.stringify({
      servers: {
        orders: {
          rehearse: {
            with: entry('orders_rehearsal'),
            before,
            after: 'dropdb --if-exists --force orders_rehearsal',
          },
        },
      },
    }),
  )
  project.write('plan.ts', PLAN)
  return project
}

/** Programs find the server by these, as users have it. */
const CONNECTION = {
  PGHOST: server.socketFolder,
  PGPORT: String(server.port),
  PGUSER: 'owner',
  PATH: [findServerPrograms() ?? '', process.env.PATH ?? ''].join(delimiter),
}

function run(program: string, ...args: readonly string[]): string {
  const file = join(findServerPrograms() ?? '', program)
  return execFileSync(file, args, { encoding: 'utf8', env: { ...process.env, ...CONNECTION } }).trim()
}

function states(): readonly string[] {
  return run('psql', '-qtAX', 'orders', '-c', 'SELECT state FROM orders ORDER BY id').split('\n')
}

function databases(): readonly string[] {
  return sql("SELECT datname FROM pg_database WHERE datname LIKE 'orders%' ORDER BY 1").split('\n')
}
