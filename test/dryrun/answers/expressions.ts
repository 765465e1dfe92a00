/** Expressions of random programs over the library: each is drawn from what agents write for a value of its kind. */
import type { Random } from '../../../src/base/index.js'
import { IDS, KINDS, NAMES, TAGS } from './library.js'

export type Kind =
  | 'number'
  | 'text'
  | 'truth'
  | 'doc'
  | 'docs'
  | 'person'
  | 'people'
  | 'texts'
  | 'table'
  | 'any'

/** Knows the variables that there are, by their kinds. */
export class Expressions {
  protected vars: readonly { readonly name: string; readonly kind: Kind }[] = []
  protected count = 0
  protected readonly random: Random

  constructor(random: Random) {
    this.random = random
  }

  protected one<T>(of: readonly T[]): T extends () => infer R ? R : T
  protected one(of: readonly unknown[]): unknown {
    const drawn = this.random.pick(of)
    return typeof drawn === 'function' ? drawn() : drawn
  }

  protected chance(of: number): boolean {
    return this.random.next() < of
  }

  protected fresh(): string {
    return `v${++this.count}`
  }

  protected keep(kind: Kind, name = this.fresh()): string {
    this.vars = [...this.vars, { name, kind }]
    return name
  }

  protected known(kind: Kind): string | undefined {
    const all = this.vars.filter((each) => each.kind === kind)
    return all.length === 0 ? undefined : this.random.pick(all).name
  }

  /** What is made in a block is not known after it. */
  protected inside<T>(work: () => T): T {
    const before = this.vars
    const made = work()
    this.vars = before
    return made
  }

  protected quoted(of: readonly string[]): string {
    return `'${this.random.pick(of)}'`
  }

  protected small(): string {
    return this.one(['0', '1', '2', '3', '5', '10', '100'])
  }

  protected expression(kind: Kind, depth = 2): string {
    const name = this.known(kind)
    if (name !== undefined && (depth <= 0 || this.chance(0.3))) return name
    switch (kind) {
      case 'number':
        return this.number(depth - 1)
      case 'text':
        return this.text(depth - 1)
      case 'truth':
        return this.truth(depth - 1)
      case 'docs':
        return this.docs(depth - 1)
      case 'texts':
        return this.texts(depth - 1)
      case 'table':
        return this.known('table') ?? '{}'
      case 'doc':
        return this.known('doc') ?? `(${this.docs(depth - 1)})[0]`
      case 'person':
        return this.known('person') ?? `${this.expression('people')}[0]`
      case 'people':
        return this.known('people') ?? "[{ name: 'Ann', team: 'red', age: 3 }]"
      default:
        return this.known('any') ?? this.known('doc') ?? 'globalThis.none'
    }
  }

  protected number(depth: number): string {
    if (depth < 0) return this.known('number') ?? this.small()
    const [n, m] = [() => this.expression('number', depth), () => this.expression('text', depth)]
    const docs = (): string => this.expression('docs', depth)
    const doc = (): string => this.expression('doc', depth)
    return this.one([
      () => this.small(),
      () => `${doc()}${this.one(['.', '?.', '.'])}${this.one(['size', 'price'])}`,
      () => `(${doc()}?.size ?? ${this.small()})`,
      () => `${docs()}.length`,
      () => `${docs()}.filter(${this.test()}).length`,
      () => `${docs()}.reduce((sum, each) => sum + each.${this.one(['size', 'price'])}, 0)`,
      () => `Math.${this.one(['max', 'min'])}(...${docs()}.map(({ size }) => size)${this.one(['', ', 0'])})`,
      () => `(${docs()}.find(${this.test()})${this.one(['?.size ?? -1', '?.price', '.size'])})`,
      () => `${docs()}.findIndex(${this.test()})`,
      () => `((${n()}) ${this.one(['+', '-', '*', '/', '%', '**'])} (${n()}))`,
      () => `Math.${this.one(['round', 'floor', 'abs', 'sign', 'sqrt', 'log10'])}(${n()})`,
      () => `${this.one(['Number', 'parseInt', 'parseFloat'])}(${m()})`,
      () => `Number((${n()}).toFixed(${this.one(['0', '2', n])}))`,
      () => `${m()}.length`,
      () => `${m()}.${this.one(['indexOf', 'lastIndexOf', 'search'])}(${this.quoted(['a', 'x', 'o', 'd1'])})`,
      () => `new Set(${this.expression('texts', depth)}).size`,
      () => this.ofTable(depth),
      () => this.ofTable(depth),
      () => `Object.keys(${this.expression('table')}).length`,
      () => `Date.parse(${m()})`,
      () => `new Date(${this.one([m, n])}).getTime()`,
      () => `${this.expression('person')}${this.one(['.', '?.'])}age`,
      () => `(${this.expression('any')}?.retries ?? ${this.small()})`,
      () => `(${this.expression('any')}?.[0]?.score ?? 1)`,
      () => `(${this.expression('truth', depth)} ? ${n()} : ${n()})`,
    ])
  }

  /** What stands under a name. */
  protected ofTable(depth: number): string {
    const table = this.known('table')
    if (table === undefined) return this.small()
    const key = this.random.pick([...KINDS, ...NAMES, ...IDS.slice(0, 2)])
    const value = this.one([
      `${table}.${key}`,
      `${table}?.${key}`,
      `${table}['${key}']`,
      `(({ ${key} = 0 }) => ${key})(${table})`,
      `(({ ${key}: { length } = [] }) => length)(${table})`,
      `((({ ${key} }) => ${key})(${table}) ?? 1)`,
      `(function ({ ${key}: taken = 3 } = {}) { return taken })(${table})`,
      `[${table}].map(({ ${key} = -1 }) => ${key})[0]`,
      `Reflect.get(${table}, '${key}')`,
      `(Object.hasOwn(${table}, '${key}') ? 1 : 0)`,
      `('${key}' in ${table} ? 2 : 3)`,
      `Object.entries(${table}).length`,
      `Object.getOwnPropertyDescriptor(${table}, '${key}')?.value`,
      `new Map(Object.entries(${table})).get('${key}')`,
      `{ ...${table} }.${key}`,
      `Object.values(${table})[0]`,
      () => `${table}[${this.expression('text', depth)}]`,
    ])
    return this.one([`(${value})`, `(${value} ?? 0)`, `(${value} || 7)`])
  }

  protected text(depth: number): string {
    if (depth < 0) return this.known('text') ?? this.quoted(['a', 'hello', 'd1'])
    const [n, t] = [() => this.expression('number', depth), () => this.expression('text', depth)]
    const doc = (): string => this.expression('doc', depth)
    return this.one([
      () => this.quoted(['a', 'hello', 'd1', '17']),
      () => `${doc()}.${this.one(['title', 'id', 'body', 'kind'])}`,
      () => `(${doc()}${this.one(['', '?'])}.owner ?? 'none')`,
      () => `(${doc()}.owner${this.one(['', '?'])}.toLowerCase() ?? 'none')`,
      () => `(${doc()}.due ?? '2026-01-01')`,
      () => `${doc()}.due?.slice(0, ${this.one(['4', n])})`,
      () => `${doc()}?.${this.one(['tags[0]', 'tags.at(-1)', "tags?.join(', ')"])}`,
      () => `\`${this.one(['Re: ', '', '#'])}\${${this.one([n, t])}}\``,
      () => `(${t()} + ${this.one([n, t])})`,
      () => `String(${this.one([n, t, () => this.expression('truth', depth)])})`,
      () => `(${n()}).toFixed(${this.one(['2', n, n])})`,
      () => `(${n()}).toString(${this.one(['', '16', n])})`,
      () => `(${n()}).toPrecision(${this.one(['2', n])})`,
      () => `'x'.repeat(${n()})`,
      () => `${t()}.${this.one(['padStart', 'padEnd'])}(${this.one(['5', n])}, '0')`,
      () =>
        `${t()}.${this.one(['trim()', 'toUpperCase()', 'toLowerCase()', 'slice(0, 5)', "split('-')[0]", "split(' ')[1]", "replace(/x/g, 'y')", "replaceAll('a', 'b')", 'at(0)', 'charAt(1)', 'normalize()'])}`,
      () => `(${t()}.match(/(\\w+)/)${this.one(['[1]', "?.[1] ?? ''"])})`,
      () =>
        `${this.expression('texts', depth)}.${this.one(["join(', ')", 'sort()[0]', 'at(-1)', "toSorted().join('')", 'sort().at(0)', "find((each) => each.startsWith('h')) ?? 'none'"])}`,
      () =>
        `JSON.stringify(${this.one([n, t, () => this.expression('any'), () => this.expression('table')])})`,
      () => `new Date(${this.one([n, t])}).toISOString()`,
      () => `Object.keys(${this.expression('table')})[0]`,
      () => `${this.expression('person')}${this.one(['.', '?.'])}${this.one(['name', 'team', 'mail'])}`,
      () => `(${this.expression('person')}.mail ?? 'x@x').split('@')[${this.one(['0', '1'])}]`,
      () => `(${this.expression('truth', depth)} ? ${t()} : ${t()})`,
      () => `encodeURIComponent(${t()})`,
      () => `new Intl.NumberFormat('en', { maximumFractionDigits: ${this.one(['1', n])} }).format(${n()})`,
      () => `['zero', 'one', 'two'][${n()}]`,
    ])
  }

  protected truth(depth: number): string {
    if (depth < 0) return this.known('truth') ?? 'true'
    const [n, t] = [() => this.expression('number', depth), () => this.expression('text', depth)]
    return this.one([
      () => `(${n()}) ${this.one(['<', '>', '===', '<=', '!=='])} (${this.one([() => this.small(), n])})`,
      () =>
        `${t()} ${this.one(['===', '!=='])} ${this.quoted(['Report', 'x', 'note', 'Ann', 'hello world', ''])}`,
      () =>
        `${t()}.${this.one(['includes', 'startsWith', 'endsWith'])}(${this.quoted(['x', 'Re', 'o', 'hello'])})`,
      () => `/${this.one(['^\\d+$', 'total: (\\d+)', 'bug', '[A-Z]', '^$'])}/.test(${t()})`,
      () => `${this.expression('docs', depth)}.${this.one(['some', 'every'])}(${this.test()})`,
      () =>
        `${this.expression('doc', depth)}${this.one(['.', '?.'])}${this.one(['done', 'due', 'owner', "tags.includes('hot')"])}`,
      () => `!${this.expression('doc', depth)}`,
      () => `${this.expression('doc', depth)} ${this.one(['== null', '!== undefined'])}`,
      () =>
        `(${this.expression('truth', depth)} ${this.one(['&&', '||'])} ${this.expression('truth', depth)})`,
      () => `Array.isArray(${this.expression('any')})`,
      () => `Number.isInteger(${n()})`,
      () => `Number.isNaN(${n()})`,
      () => `'due' in ${this.expression('doc', depth)}`,
      () => `typeof ${this.expression('any')} === 'object'`,
    ])
  }

  protected test(): string {
    return this.one([
      '(each) => each.done',
      '({ done }) => !done',
      () => `({ kind }) => kind === ${this.quoted(KINDS)}`,
      () => `({ size }) => size > ${this.small()}`,
      () => `({ tags }) => tags.includes(${this.quoted(TAGS)})`,
      () => `({ owner }) => owner === ${this.quoted(NAMES)}`,
      () => `({ owner }) => owner?.startsWith('A')`,
      () => `({ due = '9' }) => due < '2026'`,
      () => `({ price, size }) => price > size`,
      () => `({ title }) => /\\d/.test(title)`,
    ])
  }

  protected docs(depth: number): string {
    const docs = this.known('docs')
    if (docs === undefined) return this.known('doc') === undefined ? '[]' : `[${this.known('doc')}]`
    if (depth < 0) return docs
    const from = this.expression('docs', depth)
    return this.one([
      docs,
      () => `${from}.filter(${this.test()})`,
      () =>
        `[...${from}].sort((a, b) => ${this.one(['a.size - b.size', 'b.price - a.price', 'a.title.localeCompare(b.title)', "(a.due ?? '').localeCompare(b.due ?? '')"])})`,
      () => `${from}.toSorted((a, b) => ${this.one(['a.size - b.size', 'b.price - a.price'])})`,
      () => `${from}.slice(${this.one(['0, 2', '1', '-1', '0, 1'])})`,
      () => `[...${from}].reverse()`,
      () => `${from}.concat(${this.known('doc') ?? '[]'})`,
      () => `[...new Map(${from}.map((each) => [each.kind, each])).values()]`,
      () => `(Object.values(Object.groupBy(${from}, ({ kind }) => kind))[0] ?? [])`,
    ])
  }

  protected texts(depth: number): string {
    const docs = (): string => this.expression('docs', depth)
    return this.one([
      "['a', 'b']",
      () =>
        `${docs()}.map(({ ${this.one(['title', 'id', 'kind', 'owner', "due = 'never'"])} }) => ${this.one(["'x'", '1'])})`.replace(
          /\(\{ (\w+)(.*) \}\) => .*$/,
          '({ $1$2 }) => $1)',
        ),
      () => `${docs()}.flatMap(({ tags }) => tags)`,
      () =>
        `${this.expression('people')}.map(({ name, mail = 'none' }) => ${this.one(['name', 'mail', '`\u0024{name} <\u0024{mail}>`'])})`,
      () => `${this.expression('text', depth)}.split(${this.quoted([',', ' ', ''])})`,
      () => `[...new Set(${docs()}.map(({ kind }) => kind))]`,
      () => `Object.keys(${this.expression('table')})`,
    ])
  }
}
