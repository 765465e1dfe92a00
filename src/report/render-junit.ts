/**
 * The report as JUnit XML, as Jenkins, GitLab and the viewers of GitHub read it: one suite a plan, one case for the verdict, for
 * each error and for each call. What is uncertain is a skipped case with its reason, for it neither passed nor failed.
 */
import type { Report } from '../dryrun/index.js'
import type { CiOptions } from './fail-on.js'
import { type JunitCase, junitCases } from './junit-cases.js'
import { safeText } from './safe-text.js'
import { xmlText } from './xml-text.js'

/** XML that keeps the schemas of Jenkins' xUnit plugin (junit-10) and, within `testsuites`, of Maven Surefire. */
export function renderJunit(report: Report, options: CiOptions): string {
  const cases = junitCases(report, options)
  const failed = cases.filter(({ result }) => result?.kind === 'failure').length
  const skipped = cases.filter(({ result }) => result?.kind === 'skipped').length
  const counts = `tests="${cases.length}" failures="${failed}" errors="0"`
  const time = seconds(report.estimate?.p50 ?? 0)
  const name = xmlText(safeText(options.fileName))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="understudy" ${counts} time="${time}">`,
    `  <testsuite name="${name}" ${counts} skipped="${skipped}" time="${time}">`,
    ...cases.map((each) => caseLines(each, options)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function caseLines({ name, ms, result, said }: JunitCase, { fileName }: CiOptions): string {
  const open = `    <testcase classname="${xmlText(className(fileName))}" name="${xmlText(name)}" time="${seconds(ms)}"`
  const children = [
    ...(result === undefined ? [] : [resultLine(result)]),
    ...(said === undefined ? [] : [`      <system-out>${xmlText(said)}</system-out>`]),
  ]
  return children.length === 0 ? `${open}/>` : [`${open}>`, ...children, '    </testcase>'].join('\n')
}

function resultLine({ kind, type, message, details }: NonNullable<JunitCase['result']>): string {
  const named = kind === 'failure' ? ` type="${xmlText(type)}"` : ''
  return `      <${kind}${named} message="${xmlText(message)}">${xmlText(details)}</${kind}>`
}

/** Without dots, which viewers take for packages. */
function className(fileName: string): string {
  return safeText(fileName).replaceAll('.', '_')
}

/** Milliseconds as seconds with three decimals. */
function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
