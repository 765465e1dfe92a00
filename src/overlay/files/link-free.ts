/** What is said of files as long as none is a link to another one. */
import { type Told, textError } from '../law.js'
import { type FilePath, pathText } from './paths.js'

export const NO_LINKS = 'no path that was written to is a link to another one'

export function told(outcome: Told['outcome'], isSupposed: boolean): Told {
  return isSupposed ? { outcome, supposes: NO_LINKS } : { outcome }
}

export function noSuchFile(act: string, path: FilePath): Told['outcome'] {
  return textError(`ENOENT: no such file or directory, ${act} '${pathText(path)}'`)
}
