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
  const contents = new BlobContents()
  const decoder = new TextDecoder()
  const decode = uncurryThis<InstanceType<typeof TextDecoder>, [Uint8Array], string>(
    TextDecoder.prototype.decode,
  )
  const Body = Response
  const bodyOf = uncurryGetter<Response, unknown>(Response.prototype, 'body')
  const VirtualBlob = blobClass(contents, {
    textOf: (bytes) => decode(decoder, bytes),
    streamOf: (bytes) => bodyOf(new Body(bytes)),
  })
  replaceClass('Blob', VirtualBlob)
  replaceClass('File', fileClass(VirtualBlob, events))
  return contents
}

/** What is in each blob, where the program cannot reach it. */
class BlobContents implements Blobs {
  readonly #contents = new NativeWeakMap<object, BlobContent>()
  readonly #plain = Object
  #blobClass: AnyClass = Object

  /** What blobs are made of. */
  madeOf(blobClass: AnyClass): void {
    this.#blobClass = blobClass
  }

  contentOf(value: unknown): BlobContent | undefined {
    return typeof value === 'object' && value !== null ? weakMapGet(this.#contents, value) : undefined
  }

  put(blob: object, content: BlobContent): void {
    weakMapSet(this.#contents, blob, content)
  }

  own(blob: object): BlobContent {
    const content = this.contentOf(blob)
    if (content === undefined) throw new NativeTypeError('Illegal invocation')
    return content
  }

  copy(blob: object): Uint8Array<ArrayBuffer> {
    const { bytes } = this.own(blob)
    return copyOf(bytes, 0, byteLengthOf(bytes))
  }

  /** A blob of the program's class, made without its constructor. */
  create(content: BlobContent): object {
    const made: object = reflectConstruct(this.#plain, [], this.#blobClass)
    this.put(made, content)
    return made
  }
}

type AnyClass = new (...values: never[]) => object
type BlobClass = new (parts?: unknown, options?: unknown) => object

/** As the runtime reads bytes. */
interface Reading {
  textOf(bytes: Uint8Array): string
  streamOf(bytes: Uint8Array<ArrayBuffer>): unknown
}

function blobClass(contents: BlobContents, { textOf, streamOf }: Reading): BlobClass {
  class VirtualBlob {
    constructor(parts?: unknown, options?: unknown) {
      const bytes = joinParts(parts, (part) => contents.contentOf(part)?.bytes)
      contents.put(this, { bytes, type: typeOf(memberOf(options, 'type')) })
    }
    get size(): number {
      return byteLengthOf(contents.own(this).bytes)
    }
    get type(): string {
      return contents.own(this).type
    }
    slice(start?: unknown, end?: unknown, type?: unknown): object {
      const { bytes } = contents.own(this)
      const size = byteLengthOf(bytes)
      const from = boundaryOf(start, 0, size)
      const to = boundaryOf(end, size, size)
      return contents.create({ bytes: copyOf(bytes, from, to > from ? to : from), type: typeOf(type) })
    }
    stream(): unknown {
      return streamOf(contents.copy(this))
    }
    text(): Promise<string> {
      return later(() => textOf(contents.own(this).bytes))
    }
    arrayBuffer(): Promise<ArrayBuffer> {
      return later(() => bufferOf(contents.copy(this)))
    }
    bytes(): Promise<Uint8Array> {
      return later(() => contents.copy(this))
    }
  }
  contents.madeOf(VirtualBlob)
  return VirtualBlob
}

function fileClass(VirtualBlob: BlobClass, events: Events): BlobClass {
  const files = new NativeWeakMap<object, FileFacts>()
  return class VirtualFile extends VirtualBlob {
    constructor(...values: unknown[]) {
      if (values.length < 2) {
        throw new NativeTypeError(
          `Failed to construct 'File': 2 arguments required, but only ${values.length} present`,
        )
      }
      super(argumentAt(values, 0), argumentAt(values, 2))
      const name = toWellFormed(toText(argumentAt(values, 1)))
      weakMapSet(files, this, { name, lastModified: changeOf(argumentAt(values, 2), events) })
    }
    get name(): string {
      return factsOf(this).name
    }
    get lastModified(): number {
      return factsOf(this).lastModified
    }
  }

  function factsOf(file: object): FileFacts {
    const facts = weakMapGet(files, file)
    if (facts === undefined) throw new NativeTypeError('Illegal invocation')
    return facts
  }
}

function changeOf(options: unknown, events: Events): number {
  const given = memberOf(options, 'lastModified')
  if (given !== undefined) return trunc(toNumber(given))
  events.look()
  return events.now()
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
