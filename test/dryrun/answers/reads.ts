/** Reads of random programs over the library, with their answers in variables: one by one, page by page, side by side, with errors caught. */
import { Expressions, type Kind } from './expressions.js'
import { IDS, KINDS, NAMES } from './library.js'

export class Reads extends Expressions {
  protected lookFor(kind: Kind): string {
    for (;;) {
      const before = [this.vars, this.count] as const
      const text = this.look()
      if (this.known(kind) !== undefined) return text
      ;[this.vars, this.count] = before
    }
  }

  /** A read, its answer in a variable. */
  protected look(): string {
    const id = this.id()
    return this.one([
      () => {
        const call = this.get(id)
        return `const ${this.keep('doc')} = ${call}`
      },
      () => {
        const call = this.get(id)
        return `const ${this.keep('doc')} = ${call}`
      },
      () => {
        const call = this.get(id)
        const [a, b, c] = [this.fresh(), this.fresh(), this.fresh()]
        this.keep('text', a)
        this.keep('texts', b)
        this.keep('text', c)
        return `const { title: ${a}, tags: ${b} = [], owner: ${c} = 'nobody' } = ${call}`
      },
      () => {
        const call = this.get(id)
        const [a, b] = [this.fresh(), this.fresh()]
        this.keep('text', a)
        this.keep('number', b)
        return `const { due: ${a} = '2026-05-05', tags: [, ${this.fresh()} = 'none'], price: ${b} } = ${call}`
      },
      () => {
        const name = this.keep('docs')
        return `const ${name} = (await mcp.docs.list({})).items`
      },
      () => {
        const name = this.fresh()
        const text = `const ${name} = []
{ let cursor
do { const page = await mcp.docs.list(${this.one(['cursor ? { cursor } : {}', '{ cursor }', '{ cursor: cursor ?? undefined }'])})
${name}.push(...page.items)
cursor = page.next${this.one(['', ' ?? undefined'])} } while (cursor) }`
        this.keep('docs', name)
        return text
      },
      () => {
        const name = this.fresh()
        const text = `async function* pages${name}() { let cursor; for (;;) { const { items, next } = await mcp.docs.list({ ...(cursor && { cursor }) }); yield* items; if (!next) return; cursor = next } }
const ${name} = []
for await (const item of pages${name}()) { if (${this.one(['item.done', `item.kind === ${this.quoted(KINDS)}`, 'true'])}) ${name}.push(item) }`
        this.keep('docs', name)
        return text
      },
      () => {
        const name = this.keep('any')
        return `const ${name} = (await mcp.docs.search({ query: ${this.quoted(['a', 'x', 'hot', 'Plan', 'zz'])}${this.one(['', ', limit: 1'])} })).hits`
      },
      () => {
        const name = this.keep('number')
        return `const { total: ${name} } = await mcp.docs.search({ query: ${this.quoted(['a', 'x', 'hot', 'Plan', 'zz'])} })`
      },
      () => {
        const name = this.keep('text')
        return `const ${name} = await mcp.docs.read({ id: ${id} })`
      },
      () => {
        const name = this.keep('number')
        return `const ${name} = Number(/(\\d+) documents/.exec(await mcp.docs.stats({}))?.[1] ?? -1)`
      },
      () => {
        const name = this.keep('person')
        return `const ${name} = await mcp.people.find({ name: ${this.quoted(NAMES)} })`
      },
      () => {
        const name = this.keep('people')
        return `const { people: ${name} } = await mcp.people.list({})`
      },
      () => {
        const name = this.fresh()
        const text = `const ${name} = []
for (let page = 1, pages = 1; page <= pages; page++) { const said = await mcp.people.list({ page })
pages = said.pages
for (const each of said.people) ${name}.push(each) }`
        this.keep('people', name)
        return text
      },
      () => {
        const name = this.fresh()
        const text = `let ${name}
try { ${name} = ${this.get(id)} } catch (failure) { ${this.one(['', `if (!/ot found/.test(failure.message)) throw failure\n`])}${name} = ${this.one(['null', '{ id: "none", title: "", tags: [], size: 0, price: 0 }'])} }${this.one(['', ` finally { ${this.one(['', 'await mcp.people.count({ name: "tried" })'])} }`])}`
        this.keep('doc', name)
        return text
      },
      () => {
        const name = this.fresh()
        const text = `const ${name} = await Promise.all([${this.quoted(IDS)}, ${this.quoted(IDS)}].map((id) => mcp.docs.get({ id })))`
        this.keep('docs', name)
        return text
      },
      () => {
        const name = this.fresh()
        const text = `const ${name} = (await Promise.allSettled([${this.quoted(IDS)}, ${this.quoted(IDS)}].map((id) => mcp.docs.get({ id })))).filter(({ status }) => status === 'fulfilled').map(({ value }) => value)`
        this.keep('docs', name)
        return text
      },
      () => {
        const name = this.fresh()
        const text = `const ${name} = await Promise.${this.one(['race', 'any'])}([mcp.docs.get({ id: ${this.quoted(IDS)} }), mcp.docs.get({ id: ${this.quoted(IDS)} })])`
        this.keep('doc', name)
        return text
      },
      () => {
        const name = this.fresh()
        const text = `let ${name}
for (let tries = 0; tries < 3; tries++) { try { ${name} = ${this.get(id)}; break } catch { ${this.one(['', 'await new Promise((done) => setTimeout(done, 100 * 2 ** tries))'])} } }`
        this.keep('doc', name)
        return text
      },
      () => {
        const name = this.fresh()
        const text = `const ${name} = await mcp.docs.get({ id: ${id} }).catch(() => undefined)`
        this.keep('doc', name)
        return text
      },
      () => {
        const name = this.fresh()
        const text = `let ${name} = {}
try { ${name} = JSON.parse(await mcp.docs.read({ id: ${id} })) } catch { }`
        this.keep('any', name)
        return text
      },
    ])
  }

  private id(): string {
    const doc = this.known('doc')
    return doc !== undefined && this.chance(0.1) ? `${doc}.id` : this.quoted(IDS)
  }

  private get(id: string): string {
    return `await mcp.docs.get({ id: ${id} })`
  }
}
