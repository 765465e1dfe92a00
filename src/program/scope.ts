/** Which name means what, where: as far as it takes to know whether a name leads to `mcp`. */
import type { AnyNode, Expression } from 'acorn'

export type Binding =
  /** The `mcp` that every program is given. */
  | { readonly kind: 'mcp' }
  /** The `params` that every program is given. */
  | { readonly kind: 'params' }
  /** A constant that stands for `from`, or for what the keys lead to in it. */
  | {
      readonly kind: 'alias'
      readonly from: Expression
      readonly keys: readonly string[]
      readonly scope: Scope
    }
  /** Anything else: nothing is known. */
  | { readonly kind: 'other' }

export interface Scope {
  readonly parent: Scope | undefined
  /** True where `var` ends up: functions and static blocks. */
  readonly holdsVars: boolean
  readonly names: Map<string, Binding>
}

/** The scopes of a tree, by the node that opens each. */
export type Scopes = ReadonlyMap<AnyNode, Scope>

/** The binding that a name has in a scope; undefined for globals. */
export function lookUpName(name: string, scope: Scope): Binding | undefined {
  for (let each: Scope | undefined = scope; each !== undefined; each = each.parent) {
    const binding = each.names.get(name)
    if (binding !== undefined) return binding
  }
  return undefined
}
