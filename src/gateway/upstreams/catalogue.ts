/** Knows what tools there are, and asks again what it does not know any more. */
import { type Backoff, type Clock, defined, isWrittenAlike, UsageError } from '../../base/index.js'
import type { UnavailableServer } from '../../plan/index.js'
import { createRegistry, type ServerTools, type ToolRegistry } from '../../registry/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import { createFairQueue } from './fair-queue.js'
import type { Catalogue } from './upstreams.js'

/** A server, as the catalogue sees it. */
export interface CatalogueSource {
  readonly server: string
  ask(): Promise<ServerTools>
  /** Why it could not be asked, in one sentence. */
  explain(failure: unknown): string
  /** Of its own. */
  readonly backoff: Backoff
}

export interface CatalogueOptions {
  readonly sources: readonly CatalogueSource[]
  /** What need not be asked. */
  readonly known: readonly ServerTools[]
  readonly unusable: readonly UnavailableServer[]
  readonly clock: Clock
  /** How long one server may hold up the others; milliseconds. Default: until it has answered or failed. */
  readonly patienceMs?: number
  /** Told when tools are found to be others than the last catalogue had, or come late. */
  readonly onDiffer: (server: string) => void
}

export interface CatalogueKeeper {
  /** Asks the servers of which it knows nothing, all at once, but for those whose back-off is not over; or `only` one, however long that takes. */
  read(only?: string): Promise<Catalogue>
  /** What is known of a server is true no more. */
  expire(server: string): void
  /** Asks again what is known of a server, while that still counts. */
  recheck(server: string): void
  state(server: string): SourceState
  /** Resolves when nobody is being asked any more. Whoever answers the questions ends them. */
  close(): Promise<void>
}

export interface SourceState {
  readonly isAsking: boolean
  readonly isKnown: boolean
  /** Why it could not be asked the last time. */
  readonly problem?: string
}

interface Page {
  readonly source: CatalogueSource
  tools: ServerTools | undefined
  isExpired: boolean
  problem: string | undefined
  asking: Promise<void> | undefined
  /** It holds nobody up until it has told its tools. */
  isLate: boolean
}

/** @throws UsageError DUPLICATE_SERVER or USAGE for names that cannot be told apart, or be the name of a server */
export function createCatalogue(options: CatalogueOptions): CatalogueKeeper {
  return new LiveCatalogue(options)
}

class LiveCatalogue implements CatalogueKeeper {
  readonly #options: CatalogueOptions
  readonly #compiler = createSchemaCompiler()
  readonly #starts = createFairQueue(AT_ONCE)
  readonly #pages: Map<string, Page>
  #registered: { readonly of: readonly ServerTools[]; readonly registry: ToolRegistry } | undefined
  #isClosed = false

  constructor(options: CatalogueOptions) {
    this.#options = options
    createRegistry(
      [...options.sources, ...options.unusable].map(({ server }) => ({ server, tools: [] })),
      this.#compiler,
    )
    this.#pages = new Map(options.sources.map((source) => [source.server, blankPage(source, options.known)]))
  }

  readonly read = async (only?: string): Promise<Catalogue> => {
    this.#refuseWhenClosed()
    const all = [...this.#pages.values()]
    const wanted = all.filter(({ source }) => (only ?? source.server) === source.server)
    await Promise.all(wanted.map((page) => this.#turnTo(page, only !== undefined)))
    this.#refuseWhenClosed()
    const tools = all.flatMap((page) => (page.tools === undefined ? [] : [page.tools]))
    const asked = tools.filter((each) => !this.#options.known.includes(each)).map(({ server }) => server)
    const failed = all.flatMap(({ source: { server }, tools, problem = 'it was not asked' }) =>
      tools === undefined ? [{ server, reason: problem }] : [],
    )
    const late = all.flatMap(({ isLate, source: { server } }) => (isLate ? [server] : []))
    return {
      registry: this.#register(tools),
      unavailable: [...failed, ...this.#options.unusable],
      asked,
      late,
    }
  }

  expire(server: string): void {
    const page = this.#pages.get(server)
    if (page !== undefined) page.isExpired = true
  }

  recheck(server: string): void {
    const page = this.#pages.get(server)
    if (page?.tools === undefined || page.asking !== undefined || this.#isClosed) return
    const before = page.tools
    void this.#ask(page).then(() => {
      if (page.tools !== undefined && !this.#isClosed && !isWrittenAlike(page.tools.tools, before.tools))
        this.#options.onDiffer(server)
    })
  }

  state(server: string): SourceState {
    const { asking, tools, problem } = this.#pages.get(server) ?? {}
    return {
      isAsking: asking !== undefined,
      isKnown: tools !== undefined,
      ...defined({ problem }),
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#pages.values()].map(({ asking }) => asking))
  }

  #ask(page: Page): Promise<void> {
    page.asking ??= this.#askNow(page).finally(() => {
      page.asking = undefined
    })
    return page.asking
  }

  async #askNow(page: Page): Promise<void> {
    const { source } = page
    // What is said from here on, it may have said too early to be in its answer.
    page.isExpired = false
    try {
      page.tools = await this.#starts.run(source.server, NEVER, source.ask)
      page.problem = undefined
      source.backoff.succeeded()
      if (page.isLate && !this.#isClosed) this.#options.onDiffer(source.server)
      page.isLate = false
    } catch (failure) {
      page.tools = undefined
      page.problem = source.explain(failure)
      source.backoff.failed()
    }
  }

  /** Patience is for lists: who wants this very server waits until it has answered, or cannot. */
  async #turnTo(page: Page, isMeant: boolean): Promise<void> {
    const { tools, isExpired, source } = page
    if ((tools !== undefined && !isExpired) || source.backoff.waitMs() > 0) return
    const asking = this.#ask(page)
    if (this.#options.patienceMs === undefined || isMeant) return asking
    if (page.isLate) return
    const settled = new AbortController()
    const waiting = this.#options.clock.sleep(this.#options.patienceMs, settled.signal).then(
      () => true,
      () => false,
    )
    const isLateNow = await Promise.race([asking.then(() => false), waiting])
    settled.abort()
    if (!isLateNow) return
    page.isLate = true
    page.problem = `it has not told its tools within ${this.#options.patienceMs} ms`
  }

  #register(of: readonly ServerTools[]): ToolRegistry {
    const isKnown =
      this.#registered?.of.length === of.length && of.every((each, i) => each === this.#registered?.of[i])
    if (this.#registered === undefined || !isKnown)
      this.#registered = { of, registry: createRegistry(of, this.#compiler) }
    return this.#registered.registry
  }

  #refuseWhenClosed(): void {
    if (this.#isClosed)
      throw new UsageError('ALREADY_CLOSED', 'Cannot list the tools of the servers: they were closed')
  }
}

/** A config may list more servers than the machine can start together. */
const AT_ONCE = 16
/** Whoever answers the questions ends them. */
const NEVER = new AbortController().signal

function blankPage(source: CatalogueSource, known: readonly ServerTools[]): Page {
  const tools = known.find(({ server }) => server === source.server)
  return { source, tools, isExpired: false, problem: undefined, asking: undefined, isLate: false }
}
