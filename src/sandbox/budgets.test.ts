import { describe, expect, it } from 'vitest'
import { completeBudgets, DEFAULT_BUDGETS, MOST_CPU_SECONDS } from './budgets.js'

describe('completeBudgets', () => {
  it('fills in what is not given', () => {
    expect(completeBudgets({ calls: 3 })).toEqual({ ...DEFAULT_BUDGETS, calls: 3 })
    expect(completeBudgets()).toEqual(DEFAULT_BUDGETS)
  })

  it.each([[0], [-1], [1.5], [Number.NaN], [Number.POSITIVE_INFINITY]])('refuses %d', (wallMs) => {
    expect(() => completeBudgets({ wallMs })).toThrow(`a budget of wallMs = ${wallMs}`)
  })

  it('refuses more processor time than the kernel gives, and takes just as much', () => {
    expect(() => completeBudgets({ cpuSeconds: MOST_CPU_SECONDS + 1 })).toThrow('the most is 300')
    expect(completeBudgets({ cpuSeconds: MOST_CPU_SECONDS }).cpuSeconds).toBe(MOST_CPU_SECONDS)
  })
})
