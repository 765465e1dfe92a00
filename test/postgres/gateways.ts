/** Gateways of a team on one store: the short version of `npm run load:gateway`. */
import { expect, it } from 'vitest'
import { loadGateways } from '../gateway/load-gateways.mjs'
import { freshSchema, urlOf } from './world.js'

it('two gateways serve clients of several principals without an error, and none sees what is of another', async () => {
  const store = urlOf({ schema: freshSchema() })

  const { problems, rehearsals, fromRecordings, reads } = await loadGateways({
    store,
    seconds: 1,
    clients: 20,
  })

  expect(problems).toEqual([])
  expect(Math.min(rehearsals, fromRecordings, reads)).toBeGreaterThan(0)
})
