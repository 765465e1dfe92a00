/**
 * `Blob` and `File`, made of bytes alone. Those of the runtime carry identifiers that the machine draws, where a program can read them, and
 * files the machine's time.
 */
import { type BlobContent, boundaryOf, copyOf, joinParts, typeOf } from './blob-content.js'
import type { Events } from './events.js'
import {
  argumentAt,
  bufferOf,
  byteLengthOf,
  NativePromise,
  NativeTypeError,
  NativeWeakMap,
  reflectConstruct,
  toNumber,
  toText,
  toWellFormed,
  trunc,
  uncurryGetter,
  uncurryThis,
  weakMapGet,
  weakMapSet,
} from './primordials.js'
import { replaceClass } from './replace.js'

export interface Blobs {
  /** The content when the value is a blob. */
  contentOf(value: unknown): BlobContent | undefined
  create(content: BlobContent): object
}

interface FileFacts {
  readonly name: string
  readonly lastModified: number
}

/** Replaces both classes. */
export function installBlobs(events: Events): Blobs {
  const contents = new NativeWeakMap<object, BlobContent>()
  const files = new NativeWeakMap<object, FileFacts>()
  const decoder = new TextDecoder()
  const decode = uncurryThis<InstanceType<typeof TextDecoder>, [Uint8Array], string>(
    TextDecoder.prototype.decode,
  )
  const Body = Response
  const Plain = Object
  const streamOf = uncurryGetter<Response, unknown>(Response.prototype, 'body')

  class VirtualBlob {
    constructor(parts?: unknown, options?: unknown) {
      const bytes = joinParts(parts, (part) => contentOf(part)?.bytes)
      weakMapSet(contents, this, { bytes, type: typeOf(memberOf(options, 'type')) })
    }
    get size(): number {
      return byteLengthOf(own(this).bytes)
    }
    get type(): string {
      return own(this).type
    }
    slice(start?: unknown, end?: unknown, type?: unknown): object {
      const { bytes } = own(this)
      const size = byteLengthOf(bytes)
      const from = boundaryOf(start, 0, size)
      const to = boundaryOf(end, size, size)
      return create({ bytes: copyOf(bytes, from, to > from ? to : from), type: typeOf(type) })
    }
    stream(): unknown {
      return streamOf(new Body(copy(this)))
    }
    text(): Promise<string> {
      return later(() => decode(decoder, own(this).bytes))
    }
    arrayBuffer(): Promise<ArrayBuffer> {
      return later(() => bufferOf(copy(this)))
    }
    bytes(): Promise<Uint8Array> {
      return later(() => copy(this))
    }
  }

  class VirtualFile extends VirtualBlob {
    constructor(...values: unknown[]) {
      if (values.length < 2) {
        throw new NativeTypeError(
          `Failed to construct 'File': 2 arguments required, but only ${values.length} present`,
        )
      }
      super(argumentAt(values, 0), argumentAt(values, 2))
      const name = toWellFormed(toText(argumentAt(values, 1)))
      weakMapSet(files, this, { name, lastModified: changeOf(argumentAt(values, 2)) })
    }
    get name(): string {
      return ownFacts(this).name
    }
    get lastModified(): number {
      return ownFacts(this).lastModified
    }
  }

  replaceClass('Blob', VirtualBlob)
  replaceClass('File', VirtualFile)
  return { contentOf, create }

  function contentOf(value: unknown): BlobContent | undefined {
    return typeof value === 'object' && value !== null ? weakMapGet(contents, value) : undefined
  }

  function own(blob: object): BlobContent {
    const content = contentOf(blob)
    if (content === undefined) throw new NativeTypeError('Illegal invocation')
    return content
  }

  function ownFacts(file: object): FileFacts {
    const facts = weakMapGet(files, file)
    if (facts === undefined) throw new NativeTypeError('Illegal invocation')
    return facts
  }

  function copy(blob: object): Uint8Array<ArrayBuffer> {
    const { bytes } = own(blob)
    return copyOf(bytes, 0, byteLengthOf(bytes))
  }

  /** A blob of the program's class, made without its constructor. */
  function create(content: BlobContent): object {
    const made: object = reflectConstruct(Plain, [], VirtualBlob)
    weakMapSet(contents, made, content)
    return made
  }

  function changeOf(options: unknown): number {
    const given = memberOf(options, 'lastModified')
    if (given !== undefined) return trunc(toNumber(given))
    events.look()
    return events.now()
  }
}

function later<T>(compute: () => T): Promise<T> {
  // What this throws rejects the promise.
  return new NativePromise((resolve) => resolve(compute()))
}

/** A member of the options that the program gave; what they may be is as in the runtime. */
function memberOf(options: unknown, key: string): unknown {
  if (options === undefined || options === null) return undefined
  if (typeof options !== 'object' && typeof options !== 'function') {
    throw new NativeTypeError("Failed to construct 'Blob': Argument 2 can not be converted to a dictionary")
  }
  return (options as Readonly<Record<string, unknown>>)[key]
}
