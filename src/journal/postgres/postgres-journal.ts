/** A journal in PostgreSQL: of a team, and of several gateways, any of which may take any run. */
import {
  openPostgresDatabase,
  type PostgresConnectionOptions,
  type PostgresDatabase,
  parsePostgresUrl,
  sqlName,
} from '../../database/index.js'
import { summaryOf } from '../journal-rows.js'
import { ABANDONED, LATEST_SHARE, lost } from '../rules.js'
import type {
  Answered,
  AskedCall,
  CallKey,
  Claim,
  Decision,
  EndState,
  Leave,
  OwnedRun,
  Owner,
  RunState,
  RunStore,
} from '../run-journal.js'
import { isOfKind } from '../run-journal.js'
import { readRun } from './postgres-journal-rows.js'
import { prepareJournalTables } from './postgres-journal-schema.js'
import { type JournalStatements, journalStatements } from './postgres-statements.js'

/**
 * Opens the journal of a `postgres://` URL, creating its schema and tables when there are none: beside those of the recordings, in a
 * schema whose name ends in `_runs`. All times are the server's. No statement uses what belongs to a connection, so that a pool of
 * connections may stand between, and none uses what a distributed PostgreSQL lacks.
 * @throws UsageError USAGE for a URL that cannot be used
 * @throws StoreError STORE_NEWER, STORE_CORRUPT, STORE_LOCKED, STORE_FULL or STORE_UNREADABLE; the password is in none of them
 */
export async function openPostgresJournal(
  url: string,
  options: PostgresConnectionOptions = {},
): Promise<RunStore> {
  const address = parsePostgresUrl(url)
  const schema = `${address.schema}_runs`
  const database = await openPostgresDatabase(address, { ...options, isPooled: true })
  try {
    await prepareJournalTables(database, schema)
    const [named] = await database.run(`SELECT value FROM ${sqlName(schema)}.journal WHERE name = 'id'`, [])
    return journalOn(database, journalStatements(schema), String(named?.[0]))
  } catch (failure) {
    await database.close()
    throw failure
  }
}

function journalOn(database: PostgresDatabase, sql: JournalStatements, id: string): RunStore {
  return {
    id,
    async add({ id, kind = 'run', principal, receipt, title, plan, settings }) {
      const values = [id, principal, receipt ?? '', title, plan, settings, kind]
      const [[row]] = await Promise.all([database.run(sql.add, values), database.run(sql.forgetOld, [])])
      return row?.[0] === true ? 'added' : 'spent'
    },
    claim: (id, owner) => claim(database, sql, id, owner),
    decide: (id, decision) => decide(database, sql, id, decision),
    async read(id, kind) {
      const run = await readRun(database, sql, id)
      return run !== undefined && isOfKind(run, kind) ? run : undefined
    },
    async list(principal, kind = 'run') {
      const rows = await database.run(sql.list, [principal ?? '', principal === undefined ? 1 : 0, kind])
      return rows.map(summaryOf)
    },
    [Symbol.asyncDispose]: () => database.close(),
  }
}

async function claim(
  database: PostgresDatabase,
  sql: JournalStatements,
  id: string,
  { name, leaseMs }: Owner,
): Promise<Claim> {
  const [claimed] = await database.run(sql.claim, [id, name, leaseMs])
  if (claimed !== undefined)
    return { kind: 'owned', run: ownedRun(database, sql, { id, fence: Number(claimed[0]), leaseMs }) }
  const [row] = await database.run(sql.whyNot, [id])
  if (row === undefined) return { kind: 'missing' }
  const [state, owner, retryMs] = row as readonly [RunState, string | null, number | null]
  if (owner !== null && retryMs !== null && retryMs > 0) return { kind: 'busy', owner, retryMs }
  if (state === 'waiting' || state === 'doubt') return { kind: state }
  // It became free between the two statements.
  if (state === 'running') return claim(database, sql, id, { name, leaseMs })
  return { kind: 'over', state: state as EndState }
}

interface Held {
  readonly id: string
  readonly fence: number
  readonly leaseMs: number
}

function ownedRun(database: PostgresDatabase, sql: JournalStatements, held: Held): OwnedRun {
  const { id, fence, leaseMs } = held
  return {
    fence,
    async mark({ answered, asked, begun }) {
      const before = [
        ...[...columnsOf(answered), answered.map(({ outcome }) => outcome), answered.map(givenOf)],
        ...columnsOf(asked),
      ]
      const begins = [...columnsOf(begun), begun.map(({ attempt }) => attempt)]
      const isAlone = answered.length + asked.length === 0
      const [row] = await (isAlone
        ? database.run(sql.begin, [id, fence, leaseMs, ...begins])
        : database.run(sql.mark, [id, fence, leaseMs, ...before, ...begins]))
      if (row?.[0] !== 1) throw lost(id)
      // A list of texts: the driver reads it as one.
      return row[1] as string[]
    },
    async note(answers) {
      const [sites, occurrences] = keysOf(answers)
      const values = [
        id,
        fence,
        sites,
        occurrences,
        answers.map(({ outcome }) => outcome),
        answers.map(givenOf),
      ]
      await database.run(sql.note, values)
    },
    async withdraw({ site, occurrence }, attempt, proof = '') {
      await database.run(sql.withdraw, [id, site, occurrence, attempt, proof])
    },
    leave: (how) => leave(database, sql, held, how),
  }
}

async function leave(
  database: PostgresDatabase,
  sql: JournalStatements,
  { id, fence }: Held,
  how: Leave,
): Promise<void> {
  switch (how.kind) {
    case 'ask': {
      const { question, call } = how
      const { site, occurrence, n, tool, digest, arguments: args } = call ?? NO_CALL
      const values = [id, fence, question.digest, question.text, site, occurrence, n, tool, digest, args]
      const [row] = await database.run(sql.wait, values)
      if (row?.[0] !== 1) throw lost(id)
      return
    }
    case 'doubt': {
      const [row] = await database.run(sql.doubt, [id, fence])
      if (row === undefined) throw lost(id)
      return
    }
    case 'pause': {
      const [row] = await database.run(sql.pause, [id, fence])
      if (row === undefined) throw lost(id)
      return
    }
    case 'end': {
      const [row] = await database.run(sql.end, [id, fence, how.state, how.result, how.went ?? ''])
      if (row === undefined) throw lost(id)
    }
  }
}

async function decide(
  database: PostgresDatabase,
  sql: JournalStatements,
  id: string,
  decision: Decision,
): Promise<boolean> {
  switch (decision.kind) {
    case 'approve':
      return (
        (await database.run(sql.approve, [id, decision.question, decision.by, decision.signature ?? '']))
          .length > 0
      )
    case 'settle': {
      const { call, as, by, proof = '' } = decision
      const [state, outcome, givenMs] =
        as === 'never sent' ? ['waiting', proof, 0] : ['done', as.outcome, as.givenMs]
      const values = [id, call.site, call.occurrence, state, outcome, givenMs, by, LATEST_SHARE]
      return (await database.run(sql.settle, values)).length > 0
    }
    case 'abandon':
      return (await database.run(sql.abandon, [id, decision.by, ABANDONED])).length > 0
    case 'shown':
      return (await database.run(sql.shown, [id])).length > 0
  }
}

const NO_CALL: AskedCall = { site: '', occurrence: 0, n: 0, tool: '', digest: '', arguments: '' }

function columnsOf(calls: readonly AskedCall[]) {
  return [
    ...keysOf(calls),
    calls.map(({ n }) => n),
    calls.map(({ tool }) => tool),
    calls.map(({ digest }) => digest),
    calls.map((call) => call.arguments),
  ] as const
}

function keysOf(calls: readonly CallKey[]) {
  return [calls.map(({ site }) => site), calls.map(({ occurrence }) => occurrence)] as const
}

function givenOf({ givenMs }: Answered): number {
  return givenMs
}
