/** A promise: what the product does, in one sentence, and whether it does so already. */

export interface Requirement {
  /** `client`: the specification of the Mock MCP Client. `adr`: the decision on intelligent dry runs. `ours`: made here. */
  readonly document: 'client' | 'adr' | 'ours'
  /** One-based line of the document; ours have none. */
  readonly line: number | undefined
  /** In our own words. */
  readonly behaviour: string
  /** `kept`: at least one test cites it. `planned`: none may. */
  readonly state: 'kept' | 'planned'
}

/** A row of a table of promises: state, behaviour, and the line of the document. */
export type Row = readonly [state: Requirement['state'], behaviour: string, line?: number]

/** Makes the rows of one document requirements. */
export function promisesOf<Id extends string>(
  document: Requirement['document'],
  rows: Readonly<Record<Id, Row>>,
): Readonly<Record<Id, Requirement>> {
  const entries = Object.entries<Row>(rows).map(([id, [state, behaviour, line]]) => [
    id,
    { document, line, behaviour, state },
  ])
  // Object.entries and fromEntries keep the keys; the types of the library forget them.
  return Object.fromEntries(entries) as Record<Id, Requirement>
}
