/** Blobs as bodies of responses and requests, and bodies as blobs. */
import { copyOf } from './blob-content.js'
import type { Blobs } from './blobs.js'
import {
  argumentAt,
  bare,
  byteLengthOf,
  NativePromise,
  NativeProxy,
  NativeUint8Array,
  reflectApply,
  reflectConstruct,
  settle,
  uncurryGetter,
  uncurryThis,
} from './primordials.js'
import { type AnyFunction, disguiseText, removeMembers, replaceMethod, replaceValue } from './replace.js'

type Make = NewableFunction & { readonly prototype: object; readonly name: string }

/** Forms are gone: they, too, hold the runtime's own blobs. */
export function installBodies(blobs: Blobs): void {
  const Options = Object
  const getHeader = uncurryThis<Headers, [string], string | null>(Headers.prototype.get)
  const setHeader = uncurryThis<Headers, [string, string], void>(Headers.prototype.set)
  const { create: inheriting } = Options
  replaceMaker(Response, (values) => {
    const content = blobs.contentOf(argumentAt(values, 0))
    if (content !== undefined) values[0] = copyOf(content.bytes, 0, byteLengthOf(content.bytes))
    return content?.type
  })
  replaceMaker(Request, (values) => {
    const options = argumentAt(values, 1)
    if (typeof options !== 'object' || options === null) return undefined
    const { body } = options as { readonly body: unknown }
    const content = blobs.contentOf(body)
    if (content === undefined) return undefined
    const value = copyOf(content.bytes, 0, byteLengthOf(content.bytes))
    values[1] = inheriting(options, bare({ body: bare({ value }) }))
    return content.type
  })

  function replaceMaker(Real: Make, takeBlob: (values: unknown[]) => string | undefined): void {
    const { prototype } = Real
    const headersOf = uncurryGetter<object, Headers>(prototype, 'headers')
    const { arrayBuffer } = prototype as { readonly arrayBuffer: AnyFunction }
    const stand = new NativeProxy(
      Real,
      bare({
        construct(_: unknown, values: unknown[], newTarget: NewableFunction): object {
          const type = takeBlob(values)
          const made: object = reflectConstruct(Real as unknown as new () => object, values, newTarget)
          if (type !== undefined && type !== '' && getHeader(headersOf(made), 'content-type') === null)
            setHeader(headersOf(made), 'content-type', type)
          return made
        },
      }),
    )
    disguiseText(stand as unknown as AnyFunction, Real as unknown as AnyFunction)
    replaceValue(prototype, 'constructor', stand)
    replaceValue(globalThis, Real.name, stand)
    removeMembers(prototype, ['formData'])
    replaceMethod(prototype, 'blob', () => (self) => {
      const read = reflectApply(arrayBuffer, self, []) as Promise<ArrayBuffer>
      return new NativePromise((resolve, reject) => {
        settle(
          read,
          (buffer) => {
            const type = getHeader(headersOf(self as object), 'content-type') ?? ''
            resolve(blobs.create({ bytes: new NativeUint8Array(buffer as ArrayBuffer), type }))
          },
          reject,
        )
      })
    })
  }
}
