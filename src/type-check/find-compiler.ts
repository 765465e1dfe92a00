/** Which TypeScript is there. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { messageOf } from '../base/index.js'
import type { Compiler } from './check-worker.js'

export type CompilerSearch =
  | { readonly kind: 'found'; readonly compiler: Compiler }
  /** `why` is a sentence. */
  | { readonly kind: 'missing'; readonly why: string }

/**
 * Looks where this package would find it, beside itself: in the project that has installed both, or among what is installed for all.
 * Never in the folder one stands in: that may be a stranger's, and to load a compiler is to run it.
 *
 * @param from the file that it is looked for from; default this one
 */
export function findCompiler(from: string | URL = import.meta.url): CompilerSearch {
  const require = createRequire(from)
  try {
    const packageFile = require.resolve('typescript/package.json')
    // Every package says which version it is.
    const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { readonly version: string }
    const major = Number.parseInt(version, 10)
    if (major !== 6 && major !== 7)
      return { kind: 'missing', why: `TypeScript ${version} cannot be used, 6 and 7 can` }
    return {
      kind: 'found',
      compiler: { version, ...(major === 7 ? native(packageFile) : script(packageFile)) },
    }
  } catch (failure) {
    const [first = ''] = messageOf(failure).split('\n')
    return { kind: 'missing', why: `no TypeScript lies beside this package (${first})` }
  }
}

type Place = Omit<Compiler, 'version'>

function native(packageFile: string): Place {
  const require = createRequire(packageFile)
  const platform = require.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`)
  return {
    generation: 'native',
    entry: join(dirname(packageFile), 'dist', 'api', 'sync', 'api.js'),
    library: join(dirname(platform), 'lib'),
  }
}

function script(packageFile: string): Place {
  const library = join(dirname(packageFile), 'lib')
  return { generation: 'script', entry: join(library, 'typescript.js'), library }
}
