/** In how many forms a value may come: what a union of unions, and what holds together with it, multiplies to. */
import type { Schema, SchemaDocument, SchemaObject } from '../canonical/canonical-schema.js'

/** More than this many nobody reads, and TypeScript refuses at some point. */
export const MAX_FORMS = 1_000

/** Longer enumerations are shown by the kinds of their values: they help nobody while writing. */
export const MAX_LITERALS = 500

/** Counts to a little more than `MAX_FORMS`. References in place never form a loop: such documents are not admitted. */
export function countForms(document: SchemaDocument): (schema: Schema) => number {
  const known = new Map<SchemaObject, number>()
  const ofDefinitions = new Map<string, number>()

  function count(schema: Schema): number {
    if (typeof schema === 'boolean') return 1
    const before = known.get(schema)
    if (before !== undefined) return before
    const { ref, allOf = [], anyOf, oneOf } = schema
    const factors = [
      ownForms(schema),
      ...(ref === undefined ? [] : [ofDefinition(ref)]),
      ...allOf.map(shown),
      ...[anyOf, oneOf].flatMap((forms) => (forms === undefined ? [] : [sum(forms.map(shown))])),
    ]
    const counted = factors.reduce((product, factor) => Math.min(product * factor, MAX_FORMS + 1), 1)
    known.set(schema, counted)
    return counted
  }

  /** What has too many forms is shown as one that is not known. */
  function shown(schema: Schema): number {
    const counted = count(schema)
    return counted > MAX_FORMS ? 1 : counted
  }

  function ofDefinition(name: string): number {
    const before = ofDefinitions.get(name)
    if (before !== undefined) return before
    const counted = shown(document.definitions.get(name) ?? true)
    ofDefinitions.set(name, counted)
    return counted
  }

  return count
}

function ownForms({ enum: values, type }: SchemaObject): number {
  const count = values === undefined || values.length > MAX_LITERALS ? type?.length : values.length
  return Math.max(count ?? 1, 1)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
