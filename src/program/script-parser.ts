/** acorn, with the names of a scope in sets instead of lists. */
import { type Options, Parser } from 'acorn'

/**
 * The parser. acorn looks each new name up in a list of all names of the scope, so a megabyte of declarations takes it half a minute;
 * here each scope gets a set that answers to the two methods and the one index that acorn uses of the list.
 */
export const ScriptParser: typeof Parser = Parser.extend((Base) => {
  // acorn's declarations leave out what its plugins build on: a scope is pushed onto scopeStack by enterScope, with these three lists.
  const Scoped = Base as unknown as new (
    options: Options,
    input: string,
    startPos?: number,
  ) => Parser & { scopeStack: AcornScope[]; enterScope(flags: number): void }

  class LinearParser extends Scoped {
    override enterScope(flags: number): void {
      super.enterScope(flags)
      const scope = this.scopeStack.at(-1)
      if (scope !== undefined)
        Object.assign(scope, { var: new NameSet(), lexical: new NameSet(), functions: new NameSet() })
    }
  }
  // Its static side is inherited from Base.
  return LinearParser as unknown as typeof Parser
})

interface AcornScope {
  var: unknown
  lexical: unknown
  functions: unknown
}

class NameSet {
  readonly #names = new Set<string>()

  /** 0 when the name is there, else -1: acorn only asks whether it is. */
  indexOf(name: string): number {
    return this.#names.has(name) ? 0 : -1
  }

  push(name: string): void {
    this.#names.add(name)
  }

  /** The first name. */
  get 0(): string | undefined {
    return this.#names.values().next().value
  }
}
