/** Assertions as a chain, for node:test and every runner without `expect.extend`. */
import { AssertionError } from 'node:assert'
import type { VacuityLog } from '../vacuity/vacuity-log.js'
import {
  type ArgumentsOf,
  createMatchers,
  isPromiseLike,
  type MatcherName,
  type Matchers,
  type SubjectOf,
} from './create-matchers.js'
import type { MatcherResult } from './matcher.js'

/**
 * The matchers that can look at a value of the type `Received`. Each throws AssertionError when it does not hold, and returns the
 * chain.
 */
export type ResponseChain<Received> = {
  readonly [Name in FittingName<Received>]: (...args: ArgumentsOf<Name>) => ResponseChain<Received>
} & {
  /** The next assertion, and it alone, must not hold. */
  readonly not: ResponseChain<Received>
}

/** For promises: each assertion runs once those before it have. Await the chain; it resolves with what the promise did. */
export type AsyncResponseChain<Received> = {
  readonly [Name in FittingName<Received>]: (...args: ArgumentsOf<Name>) => AsyncResponseChain<Received>
} & PromiseLike<Received> & { readonly not: AsyncResponseChain<Received> }

type FittingName<Received> = {
  [Name in MatcherName]: [Received] extends [SubjectOf<Name>] ? Name : never
}[MatcherName]

export interface ExpectResponse {
  <Received>(received: PromiseLike<Received>): AsyncResponseChain<Received>
  <Received>(received: Received): ResponseChain<Received>
}

/** `await expectResponse(client.callTool('add', { a: 1 })).toSucceed().toContainText('2')` */
export const expectResponse: ExpectResponse = createExpectResponse()

/** Makes an `expectResponse` with a vacuity check: see `createMatchers`. */
export function createExpectResponse(options: { readonly vacuity?: VacuityLog } = {}): ExpectResponse {
  const matchers = createMatchers(options)
  const start = (received: unknown): unknown =>
    isPromiseLike(received)
      ? asyncChain(matchers, Promise.resolve(received), false)
      : chain(matchers, received, false)
  // The overloads tell apart what `start` does, promises and all the rest; chains have every method, the types those that can work.
  return start as ExpectResponse
}

function chain(matchers: Matchers, received: unknown, isNot: boolean): object {
  const methods = methodsOf(matchers, (name, args, method) => {
    hold(matchers, name, received, args, isNot, method)
    return chain(matchers, received, false)
  })
  return Object.defineProperty(methods, 'not', { get: () => chain(matchers, received, !isNot) })
}

function asyncChain(matchers: Matchers, received: Promise<unknown>, isNot: boolean): object {
  const methods = methodsOf(matchers, (name, args) => {
    const held = received.then((settled) => {
      hold(matchers, name, settled, args, isNot)
      return settled
    })
    return asyncChain(matchers, held, false)
  })
  return Object.defineProperties(methods, {
    not: { get: () => asyncChain(matchers, received, !isNot) },
    // biome-ignore lint/suspicious/noThenProperty: the chain is awaited
    then: { value: received.then.bind(received) },
  })
}

type Method = (...args: readonly unknown[]) => object

/** A method for each name; its arguments go to the matcher of that name as they are. */
function methodsOf(
  matchers: Matchers,
  next: (name: MatcherName, args: readonly unknown[], method: Method) => object,
): object {
  // The keys of the object are the names.
  const names = Object.keys(matchers) as MatcherName[]
  const methods = names.map((name) => {
    const method: Method = (...args) => next(name, args, method)
    return [name, method]
  })
  return Object.fromEntries(methods)
}

/** @throws AssertionError when the matcher says otherwise than wanted */
function hold(
  matchers: Matchers,
  name: MatcherName,
  received: unknown,
  args: readonly unknown[],
  isNot: boolean,
  method?: Method,
): void {
  // Each matcher takes its own arguments; those of the method are typed as these. What is received here is settled.
  const matcher = matchers[name] as (this: unknown, received: unknown, ...args: unknown[]) => MatcherResult
  const { pass, message } = matcher.call({ isNot }, received, ...args)
  if (pass !== isNot) return
  // The stack of a failed assertion starts where the test stands.
  throw new AssertionError({ message: message(), operator: name, ...(method && { stackStartFn: method }) })
}
