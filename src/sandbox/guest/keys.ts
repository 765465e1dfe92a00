/** `crypto.subtle` without the machine's chance: keys that are bytes come from the seed, and what must be random is refused. */
import type { Attempts } from './attempts.js'
import type { Events } from './events.js'
import {
  argumentAt,
  bare,
  NativePromise,
  NativeUint8Array,
  reflectApply,
  textIncludes,
  toNumber,
  toText,
  upperCase,
} from './primordials.js'
import { type AnyFunction, keepMembers, replaceMethod } from './replace.js'
import type { Stream } from './stream.js'

type Algorithm = Readonly<Record<string, unknown>>

/** Replaces what draws chance; gives the function that sets the stream keys are drawn from. To be called before others watch these functions. */
export function installKeys(events: Events, attempts: Attempts): (chance: Stream) => void {
  const { prototype } = SubtleCrypto
  const { importKey } = prototype
  const { subtle } = crypto
  const Refusal = DOMException
  let stream: Stream | undefined

  keepMembers(prototype, SUBTLE_MEMBERS)
  replaceMethod(prototype, 'generateKey', (original) => (self, values) => {
    if (events.isReal() || self !== subtle) return reflectApply(original, self, values)
    const algorithm = copyOf(argumentAt(values, 0))
    if (!isListed(KEYS_ARE_BYTES, algorithm)) return refuse('generateKey', algorithm)
    const count = keyBytes(algorithm)
    // The engine knows best what to say of a length that no key has.
    if (count === undefined) return reflectApply(original, self, [algorithm, values[1], values[2]])
    return reflectApply(importKey, subtle, ['raw', bytes(count), algorithm, values[1], values[2]])
  })
  restrict('sign', SIGNS_THE_SAME)
  restrict('encrypt', ENCRYPTS_THE_SAME)
  // The algorithm comes after what is wrapped.
  restrict('wrapKey', ENCRYPTS_THE_SAME, 3)
  return (chance) => {
    stream = chance
  }

  function restrict(name: string, allowed: string, at = 0): void {
    replaceMethod(prototype, name, (original) => (self, values) => {
      // What is asked of something else, or without an algorithm, the engine refuses by itself.
      if (events.isReal() || self !== subtle || values.length <= at)
        return reflectApply(original, self, values)
      const algorithm = copyOf(values[at])
      if (!isListed(allowed, algorithm)) return refuse(name, algorithm)
      values[at] = algorithm
      return reflectApply(original, self, values)
    })
  }

  function refuse(name: string, algorithm: Algorithm): Promise<never> {
    const what = `crypto.subtle.${name} of ${algorithmName(algorithm)}`
    attempts.note('chance', what)
    const why = `Cannot do ${what} in a rehearsal: it draws chance that no seed gives`
    return new NativePromise((_, reject) => reject(new Refusal(why, 'NotSupportedError')))
  }

  function bytes(count: number): Uint8Array {
    const made = new NativeUint8Array(count)
    for (let i = 0; i < count; i++) made[i] = stream?.byte() ?? 0
    return made
  }
}

/** What `SubtleCrypto` had when each of its members was looked at. */
const SUBTLE_MEMBERS = [
  'constructor',
  'digest',
  'encrypt',
  'decrypt',
  'sign',
  'verify',
  'deriveBits',
  'deriveKey',
  'importKey',
  'exportKey',
  'generateKey',
  'getPublicKey',
  'wrapKey',
  'unwrapKey',
]

const SIGNS_THE_SAME = ' HMAC RSASSA-PKCS1-V1_5 ED25519 '
const ENCRYPTS_THE_SAME = ' AES-CTR AES-CBC AES-GCM AES-KW '
const KEYS_ARE_BYTES = ' AES-CTR AES-CBC AES-GCM AES-KW HMAC '

/** Everything that an algorithm can say, each read once: what is looked at here is what the engine gets. */
const ALGORITHM_MEMBERS = [
  'name',
  'hash',
  'length',
  'iv',
  'counter',
  'additionalData',
  'tagLength',
  'label',
  'saltLength',
  'modulusLength',
  'publicExponent',
  'namedCurve',
  'context',
]

function copyOf(algorithm: unknown): Algorithm {
  if (typeof algorithm !== 'object' || algorithm === null) return bare({ name: toText(algorithm) })
  const copy: Record<string, unknown> = bare({})
  for (let i = 0; i < ALGORITHM_MEMBERS.length; i++) {
    const member = ALGORITHM_MEMBERS[i] as string
    // Any object may be asked for a member; what it gives is judged by name and by the engine.
    const value = (algorithm as Algorithm)[member]
    if (value !== undefined) copy[member] = member === 'name' ? toText(value) : value
  }
  return copy
}

function algorithmName({ name }: Algorithm): string {
  return upperCase(toText(name))
}

/** How many bytes a key has; undefined for a length that none has. */
function keyBytes(algorithm: Algorithm): number | undefined {
  if (algorithmName(algorithm) === 'HMAC') return hmacBytes(algorithm)
  const bits = toNumber(algorithm.length)
  return bits === 128 || bits === 192 || bits === 256 ? bits / 8 : undefined
}

/** As many as the hash takes at once, unless the algorithm says how many. */
function hmacBytes({ hash, length }: Algorithm): number | undefined {
  if (length !== undefined) {
    const bits = toNumber(length)
    return bits > 0 && bits <= LONGEST_KEY_BITS && bits % 8 === 0 ? bits / 8 : undefined
  }
  const name =
    typeof hash === 'object' && hash !== null ? algorithmName(copyOf(hash)) : upperCase(toText(hash))
  if (name === 'SHA-1' || name === 'SHA-256') return 64
  return name === 'SHA-384' || name === 'SHA-512' ? 128 : undefined
}

const LONGEST_KEY_BITS = 65_536

function isListed(list: string, algorithm: Algorithm): boolean {
  return textIncludes(list, ` ${algorithmName(algorithm)} `)
}

interface KeyMethods {
  readonly importKey: AnyFunction
}
declare const SubtleCrypto: { readonly prototype: KeyMethods }
