import { describe, expect, it } from 'vitest'
import { verifies } from '../../test/verifies.js'
import type { Answer } from './answer.js'
import { type Answerer, chainAnswerers } from './chain.js'
import type { ToolCall } from './tool-call.js'
import { unknownAnswerer } from './unknown.js'

verifies('chain:in-order')

const call: ToolCall = { n: 1, server: 'files', tool: 'read' }

describe('chainAnswerers', () => {
  it('asks the first answerer first, and the next one only when asked to', async () => {
    const chain = chainAnswerers([passing('a'), answering('b'), answering('c')])

    expect((await chain(call)).provenance.note).toBe('a b')
  })
  it('gives each answerer what the one before it passed on', async () => {
    const rename: Answerer = { name: 'rename', answer: (each, next) => next({ ...each, tool: 'write' }) }
    const seen: string[] = []
    const look: Answerer = {
      name: 'look',
      answer: (each, next) => {
        seen.push(each.tool)
        return next(each)
      },
    }

    await chainAnswerers([look, rename, look, unknownAnswerer()])(call)

    expect(seen).toEqual(['read', 'write'])
  })
  it('rejects with NO_ANSWER and the names of the answerers when nobody answers', async () => {
    await expect(chainAnswerers([passing('a'), passing('b')])(call)).rejects.toMatchObject({
      code: 'NO_ANSWER',
      message: 'Cannot call "files:read": none of the answerers (a, b) answered',
    })
    await expect(chainAnswerers([])(call)).rejects.toThrow('none of the answerers (an empty list) answered')
  })
  it('rejects when an answerer throws before it waits for anything', async () => {
    const broken: Answerer = {
      name: 'broken',
      answer() {
        throw new Error('broken at once')
      },
    }

    await expect(chainAnswerers([broken])(call)).rejects.toThrow('broken at once')
  })
})

describe('unknownAnswerer', () => {
  it('answers every call, and says that nothing is known', async () => {
    expect(await chainAnswerers([unknownAnswerer()])(call)).toEqual({
      outcome: { kind: 'result', content: [] },
      provenance: { source: 'unknown' },
      unknown: true,
    })
  })
})

function answering(name: string): Answerer {
  const answer: Answer = {
    outcome: { kind: 'result', content: [] },
    provenance: { source: 'stub', note: name },
  }
  return { name, answer: () => Promise.resolve(answer) }
}

/** Asks the next one, and adds its name to what comes back. */
function passing(name: string): Answerer {
  return {
    name,
    async answer(each, next) {
      const answer = await next(each)
      return { ...answer, provenance: { ...answer.provenance, note: `${name} ${answer.provenance.note}` } }
    },
  }
}
