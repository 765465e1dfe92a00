/** What the bench prints beside its goals: the cases, a row for each way, what went wrong, and why sound programs stay uncertain. */
import type { FidelityCase } from './fidelity-case.js'
import { type CaseResult, WAYS } from './run-case.js'
import { type Tally, tally, uncertainReasons } from './tally.js'

export function describeCases(cases: readonly FidelityCase[]): string {
  const classes = new Set(cases.map((each) => each.class))
  const servers = new Set(cases.flatMap((each) => each.servers))
  const mutated = cases.filter(({ operator }) => operator !== undefined).length
  const rules = cases.filter(({ isRule }) => isRule).length
  return (
    `${cases.length} pairs in ${classes.size} classes over ${servers.size} servers; ${percent(mutated, cases.length)} of the faults by ` +
    `mutation operators, ${percent(rules, cases.length)} pure rules of a server`
  )
}

function percent(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((100 * part) / whole)} %`
}

const COLUMNS = [
  ...['way', 'caught', 'named', 'of more', 'trusted', 'wrong pass', 'wrong fail'],
  ...['pass', 'assumed', 'uncertain', 'calls as real', 'arguments as real'],
] as const

export function describeTallies(tallies: readonly Tally[]): string {
  const rows = tallies.map(({ way, faulty, sound, counts, callsAsReal, argumentsAsReal }) => [
    way,
    `${counts.caught}/${faulty}`,
    ...[counts.named, counts['named among many'], counts.trusted, counts['wrong pass']].map(String),
    `${counts['wrong fail']}`,
    `${counts.pass}/${sound}`,
    ...[counts.assumed, counts.uncertain].map(String),
    ...[callsAsReal, argumentsAsReal].map((value) => `${value.toFixed(1)} %`),
  ])
  return table([COLUMNS, ...rows])
}

/** A row for each class: faults caught, and caught or named; sound programs that pass or are assumed. */
export function describeClasses(results: readonly CaseResult[]): string {
  const classes = [...new Set(results.map((each) => each.case.class))]
  const rows = classes.map((name) => {
    const own = results.filter((each) => each.case.class === name && each.judged.length > 0)
    const cells = WAYS.map((way) => {
      const { counts } = tally(way, own)
      return [counts.caught, counts.caught + counts.named, counts.pass + counts.assumed].join(' · ')
    })
    return [name, String(own.length), ...cells]
  })
  return table([['class (caught · or named · sound that pass)', 'pairs', ...WAYS], ...rows])
}

/** One line for each verdict that reality contradicts, and for each label that it does not prove. */
export function describeWrong(results: readonly CaseResult[]): readonly string[] {
  return results.flatMap(({ case: { id }, unproved, judged, real }) => [
    ...unproved.map(
      (role) => `NOT PROVED  ${id}: the ${role} program really ${real[role].because || real[role].ended}`,
    ),
    ...judged
      .filter((each) => each.judged.as === 'wrong pass' || each.judged.as === 'wrong fail')
      .map((each) => {
        const { ended, because } = real[each.judged.role]
        return `${each.judged.as.toUpperCase()}  ${id} (${each.way}): the ${each.judged.role} program really ${because || ended}`
      }),
  ])
}

/** Faults that were neither caught nor named, by way. */
export function describeMissed(results: readonly CaseResult[]): readonly string[] {
  return results.flatMap(({ case: { id }, judged }) =>
    judged
      .filter(
        ({ judged: { role, as } }) => role === 'faulty' && (as === 'uncertain' || as === 'named among many'),
      )
      .map(({ way, judged: { as } }) => `${way}: ${id} (${as})`),
  )
}

export function describeReasons(results: readonly CaseResult[]): string {
  const rows = uncertainReasons('recorded', results).map(({ class: of, reason, programs }) => [
    of,
    String(programs),
    reason,
  ])
  return table([['class', 'programs', 'why a sound program is uncertain without copies'], ...rows])
}

function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows
  const widths = head.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
