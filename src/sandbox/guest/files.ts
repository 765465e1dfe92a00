/** Files say when they were last changed: in a rehearsal, at the time of the world. */
import type { Events } from './events.js'
import {
  argumentAt,
  bare,
  NativeProxy,
  reflectApply,
  reflectConstruct,
  uncurryGetter,
} from './primordials.js'
import { type AnyFunction, disguiseText, removeMembers, replaceMethod, replaceValue } from './replace.js'

/**
 * Replaces `File`, and what makes files of blobs. Files that a body is read into (`formData()`) would have the machine's time: there is no
 * network that such a body comes from, and the method is gone.
 */
export function installFiles(events: Events): void {
  const RealFile = File
  const sizeOf = uncurryGetter<unknown, number>(Blob.prototype, 'size')
  const typeOf = uncurryGetter<unknown, string>(Blob.prototype, 'type')
  const changeOf = uncurryGetter<unknown, number>(RealFile.prototype, 'lastModified')
  const { prototype: forms } = FormData

  const VirtualFile = new NativeProxy(
    RealFile,
    bare({
      construct(_: unknown, values: unknown[], newTarget: NewableFunction): object {
        if (events.isReal() || values.length < 2) return reflectConstruct(RealFile, values, newTarget)
        const parts: unknown[] = [values[0], values[1], withChange(argumentAt(values, 2))]
        return reflectConstruct(RealFile, parts, newTarget)
      },
    }),
  )
  disguiseText(VirtualFile as unknown as AnyFunction, RealFile as unknown as AnyFunction)
  replaceValue(RealFile.prototype, 'constructor', VirtualFile)
  replaceValue(globalThis, 'File', VirtualFile)
  replaceMethod(forms, 'append', takingFiles)
  replaceMethod(forms, 'set', takingFiles)
  removeMembers(Request.prototype, ['formData'])
  removeMembers(Response.prototype, ['formData'])

  function withChange(options: unknown): unknown {
    if (options !== undefined && options !== null && typeof options !== 'object') return options
    // Each member is read once, as the runtime does; what it may be is for the runtime to say.
    const given = (options ?? bare({})) as Readonly<Record<string, unknown>>
    const { endings, lastModified, type } = given
    const copy: Record<string, unknown> = bare({ lastModified: lastModified ?? now() })
    if (endings !== undefined) copy.endings = endings
    if (type !== undefined) copy.type = type
    return copy
  }

  function takingFiles(original: AnyFunction): AnyFunction {
    return function (this: unknown, ...values: unknown[]): unknown {
      const value = argumentAt(values, 1)
      if (!events.isReal() && isBlob(value) && !isFile(value)) {
        const options = bare({ type: typeOf(value), lastModified: now() })
        values[1] = reflectConstruct(RealFile, [[value], 'blob', options])
      }
      return reflectApply(original, this, values)
    }
  }

  function now(): number {
    events.look()
    return events.now()
  }

  function isBlob(value: unknown): boolean {
    return answers(sizeOf, value)
  }

  function isFile(value: unknown): boolean {
    return answers(changeOf, value)
  }
}

/** A getter of the runtime throws for what it does not belong to. */
function answers(getter: (value: unknown) => unknown, value: unknown): boolean {
  try {
    getter(value)
    return true
  } catch {
    return false
  }
}
