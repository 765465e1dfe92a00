/** Matchers in a row: `expect(response).toSucceed().toContainText('x')`, and the same on a promise of the response. */
import { chai } from 'vitest'

/** One call of a matcher in a test. */
export interface MatcherCall {
  /** The test as vitest knows it; undefined outside of tests. */
  readonly task: unknown
  /** Where it was called: the stack begins at the test's own line. */
  readonly site: Error
}

/**
 * Makes matchers that `expect.extend` has registered work on promises, in a chain, and lets `.not` count for the next matcher
 * alone: chai keeps it for the whole chain, where the matchers after it would claim the opposite of what they say.
 * A chain on a promise resolves with what the promise did. What they throw points at the line of the test. `around` runs each matcher, whose value is there by then.
 */
export function chainMatchers(
  names: readonly string[],
  around: (call: MatcherCall, run: () => void) => void,
): void {
  chai.use(({ Assertion }, utils) => {
    const originals = new Map(names.map((name) => [name, methodOf(Assertion.prototype, name)]))
    const links = createLinks(names, { Assertion, utils, originals, around })
    for (const name of names) utils.addMethod(Assertion.prototype, name, links.chained(name))
  })
}

interface Matchers {
  readonly Assertion: Chai.AssertionStatic
  readonly utils: Chai.ChaiUtils
  /** As vitest registered them. */
  readonly originals: ReadonlyMap<string, Method>
  readonly around: Parameters<typeof chainMatchers>[1]
}

/** The links of a chain: on a value, and on a promise of one. */
function createLinks(names: readonly string[], matchers: Matchers) {
  const { utils } = matchers

  function chained(name: string): Method {
    return function called(...args) {
      const isNegated = utils.flag(this, 'negate') === true
      const step = { name, args, isNegated, site: siteOf(name, called) }
      const received: unknown = utils.flag(this, 'object')
      // Behind `resolves` and `rejects` vitest itself has waited already.
      if (isThenable(received)) return chainOn(this, Promise.resolve(received), step)
      perform(this, step, matchers)
      return derive(this, received, false, matchers)
    }
  }

  function chainOn(assertion: Chai.Assertion, value: Promise<unknown>, step: Step): object {
    const checked = value.then((settled) => {
      perform(derive(assertion, settled, step.isNegated, matchers), step, matchers)
      return settled
    })
    const forget = keepWaiting(utils.flag(assertion, 'vitest-test'), checked)
    const methodsOf = (isNegated: boolean): object =>
      Object.fromEntries(
        names.map((name) => [
          name,
          function called(...args: unknown[]): object {
            // From here on the next link is what the test has to wait for.
            forget()
            return chainOn(assertion, checked, { name, args, isNegated, site: siteOf(name, called) })
          },
        ]),
      )
    return { ...methodsOf(false), not: methodsOf(true), ...awaitable(checked, forget) }
  }
  return { chained }
}

/** What makes a promise of a chain; `onAwait` hears that somebody waits for it. */
function awaitable(checked: Promise<unknown>, onAwait: () => void): object {
  const awaited = (): Promise<unknown> => {
    onAwait()
    return checked
  }
  return {
    // biome-ignore lint/suspicious/noThenProperty: a chain is there to be awaited
    then: (...handlers: Parameters<Promise<unknown>['then']>) => awaited().then(...handlers),
    catch: (...handlers: Parameters<Promise<unknown>['catch']>) => awaited().catch(...handlers),
    finally: (...handlers: Parameters<Promise<unknown>['finally']>) => awaited().finally(...handlers),
    [Symbol.toStringTag]: 'Promise',
  }
}

/** Runs one matcher; what it throws, or records where the assertion is soft, gets the place of its call. */
function perform(
  assertion: Chai.Assertion,
  { name, args, site }: Step,
  { utils, originals, around }: Matchers,
): void {
  const task: unknown = utils.flag(assertion, 'vitest-test')
  const recorded = recordedErrors(task).length
  try {
    around({ task, site }, () => originals.get(name)?.apply(assertion, [...args]))
  } catch (failure) {
    moveTo(site, failure)
    throw failure
  } finally {
    for (const failure of recordedErrors(task).slice(recorded)) moveTo(site, failure)
  }
}

/** The same assertion about a value: a custom message, softness and the test stay. */
function derive(
  assertion: Chai.Assertion,
  value: unknown,
  isNegated: boolean,
  { Assertion, utils }: Matchers,
): Chai.Assertion {
  const derived = new Assertion(value)
  utils.transferFlags(assertion, derived)
  utils.flag(derived, 'object', value)
  utils.flag(derived, 'negate', isNegated)
  return derived
}

type Method = (this: Chai.Assertion, ...args: readonly unknown[]) => unknown

interface Step {
  readonly name: string
  readonly args: readonly unknown[]
  readonly isNegated: boolean
  readonly site: Error
}

/** @throws TypeError for a name that `expect.extend` does not know */
function methodOf(prototype: object, name: string): Method {
  const method = member(prototype, name)
  if (isMethod(method)) return method
  throw new TypeError(`There is no matcher ${name} to chain`)
}

function isMethod(value: unknown): value is Method {
  return typeof value === 'function'
}

function siteOf(name: string, called: (...args: never) => unknown): Error {
  const site = new Error(`${name} was called here`)
  Error.captureStackTrace(site, called)
  return site
}

function moveTo(site: Error, failure: unknown): void {
  if (typeof failure !== 'object' || failure === null || !('stack' in failure) || !('message' in failure))
    return
  const frames = site.stack?.slice(site.stack.indexOf('\n    at ')) ?? ''
  failure.stack = `${'name' in failure ? String(failure.name) : 'Error'}: ${String(failure.message)}${frames}`
}

/** Errors of soft assertions stand in the result of the test. */
function recordedErrors(task: unknown): readonly unknown[] {
  const result = member(task, 'result')
  const errors = member(result, 'errors')
  return Array.isArray(errors) ? errors : []
}

/**
 * vitest waits at the end of a test for the promises that stand there: a chain that nobody awaits fails its test all the same.
 * Returns how to take it away once somebody waits for it.
 */
function keepWaiting(task: unknown, work: Promise<unknown>): () => void {
  if (typeof task !== 'object' || task === null) return () => undefined
  const promises: unknown = member(task, 'promises') ?? []
  if (!Array.isArray(promises)) return () => undefined
  Object.assign(task, { promises })
  promises.push(work)
  work.catch(() => {
    // The test hears of it at its end, or whoever waits for it before.
  })
  return () => {
    const at = promises.indexOf(work)
    if (at >= 0) promises.splice(at, 1)
  }
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof member(value, 'then') === 'function'
}
