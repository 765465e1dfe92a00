/** A folder or file of this machine, seen in a container. */
import { realpathSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { UsageError } from '../../base/index.js'

export interface Mount {
  /** Absolute. */
  readonly source: string
  readonly target: string
  readonly isReadOnly: boolean
}

/**
 * `source:target[:ro]`; a relative source starts at `folder`. The root of the machine is refused, also behind a link.
 * A comma or a quote would begin another field of the engine's own option, a colon another part of this one.
 * @throws UsageError USAGE
 */
export function parseMount(text: string, folder = '.'): Mount {
  const [, source, target, mode] = /^((?:[A-Za-z]:[/\\])?[^:]+):([^:]+)(?::(ro|rw))?$/s.exec(text) ?? []
  if (source === undefined || target === undefined)
    throw refusedMount(text, 'it has not the form "source:target" or "source:target:ro"')
  if (/[,"\p{Cc}]/u.test(text))
    throw refusedMount(text, 'a comma, a quote or a control character stands in it')
  if (!target.startsWith('/') || target.split('/').includes('..'))
    throw refusedMount(text, `its target "${target}" is no absolute path`)
  if (/^\/+$/.test(posix.normalize(target))) throw refusedMount(text, 'its target is all of the container')
  const absolute = resolve(folder, source)
  if (isRoot(absolute)) throw refusedMount(text, 'it would hand all of this machine to the server')
  return { source: absolute, target, isReadOnly: mode === 'ro' }
}

function isRoot(path: string): boolean {
  return resolve(path, '..') === path || resolve(realPath(path), '..') === realPath(path)
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // It is not there, or the engine is on another machine: the engine tells.
    return path
  }
}

function refusedMount(text: string, reason: string): UsageError {
  return new UsageError('USAGE', `Cannot mount ${JSON.stringify(text)}: ${reason}`, {
    hint: 'write source:target, or source:target:ro where the server may only read, such as ./samples:/data:ro',
  })
}
