/** Programs as agents write them, over the library, put together by chance: statements over variables of known kinds. */
import type { Random } from '../../../src/base/index.js'
import type { Kind } from './expressions.js'
import { IDS, KINDS, NAMES } from './library.js'
import { Reads } from './reads.js'

export function randomProgram(random: Random): string {
  return new Statements(random).program()
}

class Statements extends Reads {
  program(): string {
    const lines: string[] = []
    if (this.chance(0.4)) {
      lines.push(this.lookFor(this.one(['docs', 'doc', 'doc', 'person', 'people'])))
      if (this.chance(0.4)) lines.push(this.make())
      lines.push(this.tried())
      if (this.chance(0.3)) lines.push(this.tried())
      lines.push(
        this.one(['return 1', () => `await ${this.write()}`, "await mcp.people.count({ name: 'a' })"]),
      )
      return lines.join('\n')
    }
    if (this.chance(0.15)) lines.push(this.helper())
    lines.push(this.lookFor('docs'), this.lookFor('doc'))
    for (let left = this.random.integer(0, 1); left > 0; left--) lines.push(this.look())
    for (let left = this.random.integer(1, 4); left > 0; left--)
      lines.push(
        this.one([
          () => this.look(),
          () => this.make(),
          () => this.make(),
          () => this.act(),
          () => this.act(),
          () => this.check(),
          () => this.loop(),
        ]),
      )
    lines.push(
      this.one([
        () => this.act(),
        () => this.act(),
        () => `return ${this.expression(this.one(['number', 'text', 'truth']))}`,
        () => 'return 1',
      ]),
    )
    return lines.join('\n')
  }

  private helper(): string {
    return this.one([
      `const wait = (ms) => new Promise((done) => setTimeout(done, ms))`,
      `const total = (list) => list.reduce((sum, { size = 0 }) => sum + size, 0)`,
      `class Failure extends Error { constructor(why) { super(why); this.name = 'Failure' } }`,
    ])
  }

  private make(): string {
    return this.one([
      () => this.made('number'),
      () => this.made('text'),
      () => this.made('truth'),
      () => this.made('docs'),
      () => this.made('texts'),
      () => this.table(),
      () => this.table(),
    ])
  }

  private made(kind: Kind): string {
    const text = this.expression(kind)
    return `${this.one(['const', 'const', 'let'])} ${this.keep(kind)} = ${text}`
  }

  /** An object whose names come from answers. */
  private table(): string {
    const docs = this.expression('docs')
    const name = this.fresh()
    const by = this.one(['kind', 'kind', 'owner', 'id'])
    const value = this.one(['size', 'price'])
    const text = this.one([
      `const ${name} = Object.fromEntries(${docs}.map((each) => [each.${by}, each.${value}]))`,
      `const ${name} = {}\nfor (const each of ${docs}) ${name}[each.${by}] = (${name}[each.${by}] ?? 0) + 1`,
      `const ${name} = {}\nfor (const { ${by}, ${value} } of ${docs}) ${name}[${by}] ||= ${value}`,
      `const ${name} = ${docs}.reduce((all, each) => ({ ...all, [each.${by}]: each.${value} }), {})`,
      `const ${name} = {};\n(${docs}).forEach((each) => Object.defineProperty(${name}, each.${by}, { value: each.${value}, enumerable: true, configurable: true }))`,
      `const ${name} = Object.groupBy(${docs}, ({ ${by} }) => ${by})`,
      `const ${name} = Object.assign({}, ...${docs}.map((each) => ({ [each.${by}]: each.${value} })))`,
      `class Table${name} { add(key, value) { this[key] = value; return this } }\nconst ${name} = ${docs}.reduce((all, each) => all.add(each.${by}, each.${value}), new Table${name}())`,
    ])
    this.keep('table', name)
    return text
  }

  /** A call that changes something. */
  private act(): string {
    const call = this.write()
    return this.one([
      `await ${call}`,
      `await ${call}`,
      `await ${call}`,
      () =>
        `try { await ${call} } catch (failure) { ${this.one(['', 'await mcp.people.count({ name: "failed" })', 'console.log(failure.message)', 'throw new Error("cannot: " + failure.message)'])} }`,
      () => this.taken(call),
      () => `if (${this.expression('truth')}) await ${call}`,
      () => `if (${this.expression('truth')}) await ${call}\nelse await ${this.write()}`,
      () =>
        `for (const each of ${this.expression('docs')}) await mcp.people.notify({ to: each.${this.one(['title', "owner ?? 'all'", 'owner', 'id'])}, subject: ${this.one(['`Re: \u0024{each.title}`', 'each.id', "'x'"])} })`,
      () =>
        `await Promise.all(${this.expression('docs')}.map(({ id${this.one(['', ', due = "never"', ', tags: [tag = "none"]'])} }) => mcp.docs.put({ id, title: ${this.one(['`\u0024{id}!`', "'t'"])} })))`,
      () =>
        `await mcp.people.notify({ to: 'all', subject: 's', body: ${this.expression(this.one(['number', 'text', 'truth', 'texts', 'table']))} })`,
    ])
  }

  /** What a call says, used. */
  private taken(call: string): string {
    if (call.startsWith('mcp.people.count')) return `const ${this.keep('number')} = (await ${call}).value`
    if (call.startsWith('mcp.docs.put'))
      return this.one([
        () => `const ${this.keep('number')} = (await ${call}).version`,
        () => `const ${this.keep('truth')} = (await ${call}).created`,
      ])
    if (call.startsWith('mcp.people.notify')) return `const { id: ${this.keep('text')} } = await ${call}`
    if (call.startsWith('mcp.docs.append')) return `const ${this.keep('number')} = (await ${call}).size`
    if (call.startsWith('mcp.docs.remove')) return `const ${this.keep('truth')} = (await ${call}).removed`
    return `const ${this.keep('text')} = await ${call}`
  }

  private write(): string {
    const text = (): string => this.expression('text')
    return this.one([
      () => `mcp.docs.put({ id: ${this.quoted(IDS)}, title: ${text()} })`,
      () => `mcp.docs.put({ id: ${this.quoted(IDS)}${this.one(['', ", tags: ['x']"])} })`,
      () => `mcp.docs.append({ id: ${this.quoted(IDS)}, text: ${text()} })`,
      () => `mcp.docs.move({ from: ${this.quoted(IDS)}, to: ${this.quoted(IDS)} })`,
      () => `mcp.docs.remove({ id: ${this.quoted(IDS)} })`,
      () =>
        `mcp.people.count({ name: ${this.quoted(['a', 'b'])}${this.one(['', () => `, by: ${this.expression('number')}`])} })`,
      () => `mcp.people.notify({ to: ${this.quoted(NAMES)}, subject: ${text()} })`,
      () =>
        `mcp.people.notify({ to: ${text()}, subject: 's'${this.one(['', () => `, body: ${this.expression('any')}`])} })`,
    ])
  }

  /** A value that is made and hardly used. */
  private tried(): string {
    const value = this.expression(this.one(['number', 'text', 'truth', 'texts', 'docs']))
    return this.one([
      `console.log(${value})`,
      `const ${this.fresh()} = ${value}`,
      () =>
        `try { ${value} } catch { ${this.one(["return 'bad'", 'await mcp.people.count({ name: "bad" })'])} }`,
      () =>
        `let ${this.count}ok = true`
          .replace(/let (\d+)ok/, 'let ok$1')
          .concat(
            `\ntry { console.log(${value}) } catch (failure) { ok${this.count} = false }\nawait mcp.people.notify({ to: 'a', subject: String(ok${this.count}) })`,
          ),
      () => `const ${this.fresh()} = () => ${value}\nv${this.count}()`,
      () => `if (${this.expression('truth')}) console.log('seen')`,
      () => `await Promise.resolve(${value}).then(() => 1)`,
    ])
  }

  private check(): string {
    const truth = this.expression('truth')
    return this.one([
      `if (${truth}) throw new Error('unexpected')`,
      `if (${truth}) return 'early'`,
      `if (!(${truth})) throw new TypeError(\`bad \${${this.expression('number')}}\`)`,
      () =>
        this.inside(
          () =>
            `switch (${this.expression('text')}) { case ${this.quoted(KINDS)}: await ${this.write()}; break; default: ${this.one(['', 'throw new Error("other")'])} }`,
        ),
    ])
  }

  private loop(): string {
    return this.inside(() =>
      this.one([
        () => {
          const n = this.fresh()
          return `for (let ${n} = 0; ${n} < ${this.one(['2', () => this.expression('number')])} && ${n} < 4; ${n}++) await ${this.write()}`
        },
        () => {
          const docs = this.expression('docs')
          const each = this.keep('doc')
          return `for (const ${each} of ${docs}) { ${this.one([() => this.act(), () => this.check(), () => `if (${this.expression('truth')}) continue\n${this.act()}`, () => `if (${this.expression('truth')}) break\n${this.act()}`])} }`
        },
        () => {
          const table = this.known('table')
          if (table === undefined) return this.act()
          const [k, v] = [this.keep('text'), this.keep('any')]
          return `for (const [${k}, ${v}] of Object.entries(${table})) { ${this.act()} }`
        },
        () =>
          `while (!(await mcp.docs.get({ id: ${this.quoted(IDS)} })).done) { await ${this.write()}${this.one(['', '\nbreak'])} }`,
      ]),
    )
  }
}
