import { describe, expect, it } from 'vitest'
import { DEFAULT_BUDGETS } from '../budgets.js'
import { exceededBy } from './watchdog.js'

const budgets = { ...DEFAULT_BUDGETS, residentBytes: 1000, cpuSeconds: 2 }

describe('exceededBy', () => {
  it('is silent at the limits', () => {
    expect(exceededBy({ residentBytes: 1000, cpuSeconds: 5 }, 3, budgets)).toBeUndefined()
  })

  it('tells memory and processor time apart', () => {
    expect(exceededBy({ residentBytes: 1001, cpuSeconds: 0 }, 0, budgets)?.ended).toBe('out_of_memory')
    expect(exceededBy({ residentBytes: 1, cpuSeconds: 5.01 }, 3, budgets)?.ended).toBe('cpu_limit')
  })

  it('watches memory alone where the system does not tell processor time', () => {
    expect(exceededBy({ residentBytes: 1, cpuSeconds: undefined }, undefined, budgets)).toBeUndefined()
  })
})
