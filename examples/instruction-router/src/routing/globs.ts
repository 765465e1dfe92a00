/** Which files of the project an instruction is about. */
import picomatch from 'picomatch'

/** Compiles globs; one that matches everything says nothing, and matches nothing here. */
export function compileGlobs(globs: readonly string[]): (path: string) => boolean {
  const telling = globs.filter((glob) => !/^(\*\*?\/?)*\*?$/.test(glob) && glob.length <= MAX_GLOB)
  if (telling.length === 0) return () => false
  const matches = picomatch([...telling], { dot: true, nocase: true })
  return (path) => path.length <= MAX_PATH && matches(normal(path))
}

const MAX_GLOB = 500
const MAX_PATH = 1000

/** `./src\a.ts` is `src/a.ts`. */
function normal(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(\.\/)+/, '')
}
