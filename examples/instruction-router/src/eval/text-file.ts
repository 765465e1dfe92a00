/** Text files by name; what goes wrong is told with the name. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { MeasurementError } from './measurement-error.js'

/** @throws MeasurementError for a file that cannot be read, or is not UTF-8. */
export async function readText(path: string): Promise<string> {
  const text = await readTextIfThere(path)
  if (text === undefined) throw new MeasurementError(`Cannot read "${shown(path)}": there is no such file`)
  return text
}

/** As above; a file that is not there is undefined. */
export async function readTextIfThere(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    const reason = cause instanceof TypeError ? 'it is not UTF-8' : String(cause)
    throw new MeasurementError(`Cannot read "${shown(path)}": ${reason}`, { cause })
  }
}

/** Under another name first: whoever reads it sees all of it, or what was there before. */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    await writeFile(`${path}.new`, text)
    await rename(`${path}.new`, path)
  } catch (cause) {
    throw new MeasurementError(`Cannot write "${shown(path)}": ${String(cause)}`, { cause })
  }
}

/** A path as one would type it. */
export function shown(path: string): string {
  const short = relative(process.cwd(), resolve(path))
  return short === '' || short.startsWith('..') ? path : short
}
