/** Keywords of our own that spend steps wherever they stand, and always hold. */
import type { CodeKeywordDefinition } from 'ajv'
import { _, Name } from 'ajv/dist/compile/codegen/index.js'
import type { StepMeter } from './step-meter.js'

/** Spends its number, and one for each error found so far, before the schema is looked at. Canonical schemas hold known keywords only: none can bring its own. */
export const STEPS = 'understudy:steps'

/** Spends what the errors of the schema cost, once it has been looked at. Stands beside STEPS. */
export const ERROR_STEPS = 'understudy:error-steps'

/** A failed reference copies all errors found so far, and each error is an object to keep. */
export const STEPS_AN_ERROR = 20

/** The variable in which Ajv's code counts the errors of the function that it stands in. */
export const ERRORS = new Name('errors')

/** Both keywords, spending from this meter. */
export function stepsKeywords(meter: StepMeter): CodeKeywordDefinition[] {
  const errorsBefore = new WeakMap<object, Name>()
  return [
    {
      keyword: STEPS,
      schemaType: 'number',
      code: ({ gen, schema, it }) => {
        // A variable of the whole function: blocks are closed between here and the end of the schema.
        errorsBefore.set(it, gen.var('before', ERRORS))
        const spend = gen.scopeValue('func', { ref: meter.spend, key: meter.spend })
        gen.code(_`${spend}(${Number(schema)} + ${ERRORS})`)
      },
    },
    {
      keyword: ERROR_STEPS,
      schemaType: 'boolean',
      post: true,
      code: ({ gen, it }) => {
        const before = errorsBefore.get(it)
        if (before === undefined) return
        const spend = gen.scopeValue('func', { ref: meter.spend, key: meter.spend })
        gen.if(_`${ERRORS} > ${before}`, () =>
          gen.code(_`${spend}(${ERRORS} + (${ERRORS} - ${before}) * ${STEPS_AN_ERROR})`),
        )
      },
    },
  ]
}
