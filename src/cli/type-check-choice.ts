/** Which compiler checks the types of a program, if any. */
import { UsageError } from '../base/index.js'
import type { TypeChecker } from '../program/index.js'

export const TYPE_CHOICES = ['auto', 'always', 'never'] as const
export type TypeChoice = (typeof TYPE_CHOICES)[number]

/**
 * With `auto` the native compiler alone, which costs less than a rehearsal; with `always` whichever there is.
 * @throws UsageError USAGE for `always` where there is none
 */
export async function typeCheckerFor(choice: TypeChoice): Promise<TypeChecker | undefined> {
  if (choice === 'never') return undefined
  const { createTypeChecker, findCompiler } = await import('../type-check/index.js')
  const found = findCompiler()
  if (found.kind === 'found' && (choice === 'always' || found.compiler.generation === 'native'))
    return createTypeChecker(found.compiler)
  if (choice === 'auto') return undefined
  throw new UsageError(
    'USAGE',
    `Cannot check types (--types always): ${found.kind === 'missing' ? found.why : ''}`,
    {
      hint: 'install it beside this package: npm install --save-dev typescript',
    },
  )
}
