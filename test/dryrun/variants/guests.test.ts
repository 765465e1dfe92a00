/** In which guests a program is played again. */
import { expect, test } from 'vitest'
import { verifies } from '../../verifies.js'
import { oneSandbox } from '../one-sandbox.js'
import { rehearseShop } from '../shop.js'

verifies('rehearsal:guesses-tried')

const FIND = "const item = await mcp.shop.find_item({ name: 'pen' })\n"
const BUY = 'await mcp.shop.buy_item({ id: 1 })'

/** Rehearsed with a sandbox that counts for what it is asked. */
async function rehearsed(program: string) {
  const sandbox = await oneSandbox()
  const asked = { runs: 0, series: 0 }
  const report = await rehearseShop(program, {
    sandbox: {
      ...sandbox,
      run(job) {
        asked.runs++
        return sandbox.run(job)
      },
      openSeries() {
        asked.series++
        const series = sandbox.openSeries?.()
        if (series === undefined) throw new Error('a guest of Deno runs many programs')
        return series
      },
    },
  })
  return { verdict: report.verdict, variants: report.exploration?.variants, asked }
}

test('a program that leaves nothing behind is rehearsed and played again in one guest', async () => {
  const one = await rehearsed(`${FIND}if (item.id > 1000) ${BUY}`)

  expect(one).toMatchObject({ verdict: 'uncertain', asked: { runs: 0, series: 1 } })
  expect(one.variants).toBeGreaterThan(0)
})

test('one that decides in its first run alone is played again where nothing has run, and is no pass', async () => {
  const one = await rehearsed(`${FIND}globalThis.isMany ??= item.id > 1000\nif (globalThis.isMany) ${BUY}`)

  expect(one).toMatchObject({ verdict: 'uncertain', asked: { series: 0 } })
  expect(one.asked.runs).toBeGreaterThan(1)
})
