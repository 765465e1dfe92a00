/** The public doors of the package: the sub-paths of package.json, and the sources behind them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './source-tree.js'

/** Sub-path to source file: `./recording` → `src/recording/public.ts`. JSON files are no doors. */
export function doorSources(): Readonly<Record<string, string>> {
  const { exports } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string; default: string }>
  }
  const doors = Object.entries(exports).flatMap(([door, target]): [string, string][] =>
    typeof target === 'string'
      ? []
      : [[door, target.types.replace('./dist/', 'src/').replace(/\.d\.ts$/, '.ts')]],
  )
  return Object.fromEntries(doors)
}
