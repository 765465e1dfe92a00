/** A calibration as text. */
import { counted, inOneLine } from '../../base/index.js'
import type { Calibration, CallShares, Share } from '../../plan/index.js'

export function renderCalibration({ runs, servers, sources }: Calibration): string {
  if (runs.pass.of + runs.uncertain.of === 0)
    return 'No run by a receipt has ended here: understudy run makes them\n'
  return [
    'Runs that went as their rehearsal said',
    ...Object.entries(runs).map(([verdict, share]) => `  ${verdict.padEnd(11)}${told(share, 'run')}`),
    ...section('Calls by server', servers),
    ...section('Calls by who said it', sources),
    '',
  ].join('\n')
}

function section(title: string, shares: Readonly<Record<string, CallShares>>): readonly string[] {
  const names = Object.entries(shares)
  return [
    '',
    `${title}: the same end, shape and value`,
    ...names.map(
      ([name, { outcome, shape, value }]) =>
        `  ${inOneLine(name, 40).padEnd(20)} ${[outcome, shape, value].map(short).join('  ')}`,
    ),
  ]
}

function told({ as_said: asSaid, of }: Share, what: string): string {
  return of === 0 ? 'none' : `${asSaid} of ${counted(of, what)} (${percent(asSaid, of)})`
}

function short({ as_said: asSaid, of }: Share): string {
  return (of === 0 ? '–' : `${asSaid}/${of} ${percent(asSaid, of)}`).padEnd(16)
}

/** Never rounded up to all of them. */
function percent(asSaid: number, of: number): string {
  return `${Math.floor((asSaid / of) * 1000) / 10} %`
}
